import { contract } from '@attune/contract'
import { expect, test } from 'vitest'
import { invalidSampleInputs, unnamedFields } from '../../testing/samples/sample-input-coverage.ts'
import { sampleInputs } from '../../testing/samples/sample-input-registry.ts'

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
