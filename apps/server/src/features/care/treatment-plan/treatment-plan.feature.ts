import { leftOut } from '@attune/contract/common/fields'
import { defineFeature } from '../../../platform/feature.ts'
import { treatmentPlanEmails } from './treatment-plan.emails.ts'
import { diagnosisCodeExport, treatmentPlanExport } from './treatment-plan.exported.ts'
import { treatmentPlanHandlers } from './treatment-plan.handlers.ts'
import { treatmentPlanCleanups, treatmentPlanJobs } from './treatment-plan.jobs.ts'
import { treatmentPlanPolicy } from './treatment-plan.policy.ts'

export const treatmentPlanFeature = defineFeature({
  handlers: treatmentPlanHandlers,
  policy: treatmentPlanPolicy,
  jobs: treatmentPlanJobs,
  cleanups: treatmentPlanCleanups,
  emails: treatmentPlanEmails,
  exports: [diagnosisCodeExport, treatmentPlanExport],
  deletion: {
    erasedOfTherapist: leftOut('only ends what clients could read, and removes favorites'),
    kept: {
      'app.diagnosis': 'notes',
      'app.treatment_plan_client_signature': 'notes',
      'app.treatment_plan_detail': 'notes',
      'app.treatment_plan_reminder': 'notes',
      'app.treatment_plan_signature': 'notes',
      'app.treatment_plan_version': 'notes',
      'app.treatment_progress': 'notes',
      'app.treatment_progress_comment': 'notes',
    },
  },
})
