package rollout

import "time"

// checkBefore reports whether the tasks before a stage are done.
func (p *stagedPass) checkBefore(stage *StagedStageStatus) (done bool, failure *StagedFailure) {
	done = true
	for i := range stage.Before {
		approved, failure := p.checkApproval(stage, &stage.Before[i])
		if failure != nil {
			return false, failure
		}
		done = done && approved
	}
	return done, nil
}

// checkAfter reports whether the tasks after a stage are done. They run at the same time. A timed wait counts from the
// transition of the stage to Waiting, which a stop moves; rest is what is left of it.
func (p *stagedPass) checkAfter(stage *StagedStageStatus) (done bool, rest time.Duration, failure *StagedFailure) {
	done = true
	for i := range stage.After {
		task := &stage.After[i]
		if task.Type == StagedTimedWait {
			if left := task.Wait - p.req.Now.Sub(stage.Progressing.Since); left > 0 {
				done, rest = false, left
			} else {
				task.Elapsed = true
			}
			continue
		}
		approved, failure := p.checkApproval(stage, task)
		if failure != nil {
			return false, 0, failure
		}
		done = done && approved
	}
	return done, rest, nil
}

// checkApproval reports whether an approval was given. It creates the request if there is none. What was accepted once
// is not taken back, and a request that exists already counts if it is for this stage of this run.
func (p *stagedPass) checkApproval(stage *StagedStageStatus, task *StagedTaskStatus) (approved bool, failure *StagedFailure) {
	if task.Approved {
		return true, nil
	}
	task.Created = true
	for _, request := range p.req.ApprovalRequests {
		if request.Name != task.Request {
			continue
		}
		if request.TargetRun != p.req.Run.Name || request.TargetStage != stage.Name {
			return false, &StagedFailure{Cause: StagedApprovalOtherTarget, Stage: stage.Name, Found: request.Name}
		}
		if request.Approved && !request.Accepted {
			request.Accepted = true
			p.result.RequestsAccepted = append(p.result.RequestsAccepted, request)
		}
		task.Approved = request.Approved || request.Accepted
		return task.Approved, nil
	}
	p.result.RequestsCreated = append(p.result.RequestsCreated, StagedApprovalRequest{
		Name: task.Request, TargetRun: p.req.Run.Name, TargetStage: stage.Name,
	})
	return false, nil
}
