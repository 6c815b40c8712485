import { contract } from '@attune/contract'
import { expect, test } from 'vitest'
import { invalidSampleInputs, unnamedFields } from '../../testing/samples/sample-input-coverage.ts'
import { isRead } from '../../request-groups.ts'
import { unknownContext } from '../../testing/fixtures/unknown-fixtures.ts'
import { sampleInputs, testedProcedures } from '../../testing/samples/sample-input-registry.ts'
import { type SampleInput, sampleInputsOf } from '../../testing/samples/sample-input.ts'

/** Writes without a limit of their own whose input has a new id, by the reason. The limit of writes per minute applies to them too. */
const withoutLimit = {
  'the id is that of an existing row, or of a page': [
    'administration.runFailedJobs',
    'channelSetup.removeSender',
    'channelSetup.removeTemplate',
    'form.withdrawSignLink',
    'legalText.dismissChange',
    'login.deletePasskey',
    'login.switchAccount',
    'messageSettings.endAbsence',
    'notification.markReadAbout',
    'push.setViewed',
    'recordRetention.keepClosedRecords',
  ],
  'a client record has a maximum of contacts': ['client.edit'],
  'the new absence replaces the former one': ['messageSettings.saveAbsence'],
  'a plan has a maximum of versions': ['treatmentPlan.save'],
  'the operation counts the calls': ['product.sendFeedback'],
  'the count would need the round trip that `beginsWithTransaction` saves': ['session.create'],
}

/** Whether an input names a new row: has a new id in a field such as `id` or `documentId`, or as the `id` of the items of a list. */
function namesNewRow(sample: SampleInput): boolean {
  const context = { ...unknownContext(), newId: () => 'new' }
  const inputs = sampleInputsOf(sample, context, 'own').map(({ input }) => Object.entries(input as object))
  const hasNewId = (item: unknown) => typeof item === 'object' && item !== null && 'id' in item && item.id === 'new'
  return inputs
    .flat()
    .some(([key, value]) => (/^id$|Id$/.test(key) && value === 'new') || (Array.isArray(value) && value.some(hasNewId)))
}

const namesIn = (features: Record<string, object>) =>
  Object.entries(features).flatMap(([feature, procedures]) =>
    Object.keys(procedures).map((procedure) => `${feature}.${procedure}`),
  )

test('every procedure has a sample input, and every sample input a procedure', () => {
  expect(namesIn(sampleInputs).toSorted()).toEqual(namesIn(contract).toSorted())
})

test('every optional field and every id is in a sample input, or listed with a reason', () => {
  expect(unnamedFields()).toEqual([])
})

test('every sample input is valid @slow', () => {
  expect(invalidSampleInputs()).toEqual([])
})

test('every write with the id of a new row has a limit, or is listed with a reason', () => {
  const unlimited = testedProcedures
    .filter(({ name, policy, sample }) => !policy.limit && !isRead(name.split('.')) && namesNewRow(sample))
    .map(({ name }) => name)
  expect(unlimited.toSorted()).toEqual(Object.values(withoutLimit).flat().toSorted())
})
