import type { Contract } from '@attune/contract'
import { accessSampleInputs } from '../features/access/access.sample-inputs.testing.ts'
import { accountSampleInputs } from '../features/account/account.sample-inputs.testing.ts'
import { administrationSampleInputs } from '../features/administration/administration.sample-inputs.testing.ts'
import { availabilitySampleInputs } from '../features/availability/availability.sample-inputs.testing.ts'
import { calendarSampleInputs } from '../features/calendar/calendar.sample-inputs.testing.ts'
import { changeRequestSampleInputs } from '../features/change-request/change-request.sample-inputs.testing.ts'
import { clientSampleInputs } from '../features/client/client.sample-inputs.testing.ts'
import { clientTagSampleInputs } from '../features/client-tag/client-tag.sample-inputs.testing.ts'
import { connectionSampleInputs } from '../features/connection/connection.sample-inputs.testing.ts'
import { fileSampleInputs } from '../features/file/file.sample-inputs.testing.ts'
import { journalSampleInputs } from '../features/journal/journal.sample-inputs.testing.ts'
import { loginSampleInputs } from '../features/login/login.sample-inputs.testing.ts'
import { noteSampleInputs } from '../features/note/note.sample-inputs.testing.ts'
import { notificationSampleInputs } from '../features/notification/notification.sample-inputs.testing.ts'
import { productSampleInputs } from '../features/product/product.sample-inputs.testing.ts'
import { safetySampleInputs } from '../features/safety/safety.sample-inputs.testing.ts'
import { seriesSampleInputs } from '../features/series/series.sample-inputs.testing.ts'
import { sessionPrepSampleInputs } from '../features/session-prep/session-prep.sample-inputs.testing.ts'
import { sessionSampleInputs } from '../features/session/session.sample-inputs.testing.ts'
import { taskSampleInputs } from '../features/task/task.sample-inputs.testing.ts'
import { termsSampleInputs } from '../features/terms/terms.sample-inputs.testing.ts'
import type { PolicyTable } from '../platform/policy/authorize.ts'
import type { ProcedurePolicy } from '../platform/policy/policy.ts'
import { policies } from '../router.ts'
import type { SampleInput, SampleInputs } from './sample-input.ts'

/** The sample inputs of all features. A procedure without a sample input is a type error. */
export const sampleInputs = {
  access: accessSampleInputs,
  account: accountSampleInputs,
  administration: administrationSampleInputs,
  availability: availabilitySampleInputs,
  brief: sessionPrepSampleInputs,
  calendar: calendarSampleInputs,
  changeRequest: changeRequestSampleInputs,
  client: clientSampleInputs,
  clientTag: clientTagSampleInputs,
  connection: connectionSampleInputs,
  file: fileSampleInputs,
  journal: journalSampleInputs,
  login: loginSampleInputs,
  note: noteSampleInputs,
  notification: notificationSampleInputs,
  product: productSampleInputs,
  safety: safetySampleInputs,
  series: seriesSampleInputs,
  session: sessionSampleInputs,
  task: taskSampleInputs,
  terms: termsSampleInputs,
} satisfies { [Feature in keyof Contract]: SampleInputs<Contract[Feature]> }

export type TestedProcedure = { name: string; path: string; policy: ProcedurePolicy; sample: SampleInput }

/** Every procedure of the policy table with its sample input. Throws if one has none. */
export const testedProcedures: TestedProcedure[] = Object.entries(policies as PolicyTable).flatMap(
  ([feature, entries]) =>
    Object.entries(entries).map(([procedure, policy]) => {
      const sample = (sampleInputs as Record<string, Record<string, SampleInput>>)[feature]?.[procedure]
      if (!sample) throw new Error(`${feature}.${procedure} has no sample input`)
      return { name: `${feature}.${procedure}`, path: `${feature}/${procedure}`, policy, sample }
    }),
)
