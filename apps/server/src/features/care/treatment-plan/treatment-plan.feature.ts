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
})
