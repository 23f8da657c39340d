// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package staged

import "time"

// checkBefore reports whether the tasks before a stage are done.
func (p *pass) checkBefore(stage *StageStatus) (done bool, failure *Failure) {
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
func (p *pass) checkAfter(stage *StageStatus) (done bool, rest time.Duration, failure *Failure) {
	done = true
	for i := range stage.After {
		task := &stage.After[i]
		if task.Type == TimedWait {
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
func (p *pass) checkApproval(stage *StageStatus, task *TaskStatus) (approved bool, failure *Failure) {
	if task.Approved {
		return true, nil
	}
	task.Created = true
	for _, request := range p.req.ApprovalRequests {
		if request.Name != task.Request {
			continue
		}
		if request.TargetRun != p.req.Run.Name || request.TargetStage != stage.Name {
			return false, &Failure{Cause: ApprovalOtherTarget, Stage: stage.Name, Found: request.Name}
		}
		if request.Approved && !request.Accepted {
			request.Accepted = true
			p.result.RequestsAccepted = append(p.result.RequestsAccepted, request)
		}
		task.Approved = request.Approved || request.Accepted
		return task.Approved, nil
	}
	p.result.RequestsCreated = append(p.result.RequestsCreated, ApprovalRequest{
		Name: task.Request, TargetRun: p.req.Run.Name, TargetStage: stage.Name,
	})
	return false, nil
}
