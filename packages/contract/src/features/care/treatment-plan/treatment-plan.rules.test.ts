import { expect, test } from 'vitest'
import { appliesWithin, isDiagnosisCode, plainDiagnosisCode } from './treatment-plan.rules.ts'

test('a code of ICD-10 has its form, with the additions of ICD-10-GM', () => {
  for (const code of [
    'F41.1',
    'f41.1',
    'F32',
    'F32.-',
    'F41.1+',
    'F32.1 G',
    'F32.1  v',
    'M54.5 G R',
    'H36.0*',
    'F10.20',
    'U07.1!',
  ])
    expect(isDiagnosisCode('icd-10', code), code).toBe(true)
  for (const code of ['', '41.1', 'F4', 'F41.', 'F41.1 X', 'F41.12345', 'F41,1', 'F41.1 G L B', '6A70.1', "F41.1'"])
    expect(isDiagnosisCode('icd-10', code), code).toBe(false)
})

test('a code of ICD-11 has its form, alone or joined', () => {
  for (const code of ['6A70.1', 'MB24.3', '6b00', '6A70.Z', '6A70.1/MB24.3', '6A70.1&XS5W', 'XA8QA8'])
    expect(isDiagnosisCode('icd-11', code), code).toBe(true)
  for (const code of ['', '6A7', '6O70', '6A70.', '6A70.123', 'F41.1', '6A70.1 G', '6A70.1&', '6A70 .1'])
    expect(isDiagnosisCode('icd-11', code), code).toBe(false)
})

test('a code is stored in capitals with single spaces', () => {
  expect(plainDiagnosisCode('  f32.1   g ')).toBe('F32.1 G')
})

test('a diagnosis applies within a period if one of its days is in the period', () => {
  const period = { from: '2026-03-01', to: '2026-03-31' }
  const applies = (from: string, until: string | null, within = period) => appliesWithin({ from, until }, within)
  expect([applies('2026-03-31', null), applies('2026-01-01', '2026-03-01'), applies('2026-01-01', null)]).toEqual([
    true,
    true,
    true,
  ])
  expect([applies('2026-04-01', null), applies('2026-01-01', '2026-02-28')]).toEqual([false, false])
  expect(applies('2026-04-01', null, { from: '', to: '' })).toBe(true)
})
