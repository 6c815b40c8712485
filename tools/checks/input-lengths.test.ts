import { expect, test } from 'vitest'
import { inputsIn, unlimitedInputs } from './input-lengths.mjs'

test('an input with a length and a read-only input are limited, and any other text input is not', () => {
  const limited = 'const one = <TextInput maxLength={80} />; const two = <Textarea readOnly />'
  expect(inputsIn(limited)).toEqual({ limited: 2, unlimited: 0 })
  const unlimited = 'const one = <TextInput value={name} />; const two = <SecretInput />; const three = <textarea />'
  expect(inputsIn(unlimited)).toEqual({ limited: 0, unlimited: 3 })
  expect(inputsIn('const check = <input type="checkbox" />')).toEqual({ limited: 0, unlimited: 0 })
})

test('an input with the attributes of an object is limited only if an object of the module has a length', () => {
  const input = 'const input = <TextInput {...field("name")} />'
  expect(inputsIn(`${input}; const field = (name) => ({ name, maxLength: 80 })`)).toMatchObject({ limited: 1 })
  expect(inputsIn(`${input}; const field = (name, maxLength) => ({ name, maxLength })`)).toMatchObject({ limited: 1 })
  const other = 'const other = <TextInput maxLength={80} />'
  expect(inputsIn(`${input}; ${other}`)).toEqual({ limited: 1, unlimited: 1 })
})

test('a file with an unlimited input is a finding unless it is listed, and so is an entry without need', () => {
  const files = [
    { path: 'Name.tsx', limited: 0, unlimited: 1 },
    { path: 'Code.tsx', limited: 1, unlimited: 0 },
  ]
  expect(unlimitedInputs(files, { 'Name.tsx': 'a reason' })).toEqual([])
  expect(unlimitedInputs(files, {})).toEqual([expect.stringContaining('Name.tsx: 1 without')])
  expect(unlimitedInputs(files, { 'Name.tsx': 'a reason', 'Code.tsx': 'a reason' })).toEqual([
    'tools/checks/input-lengths.mjs lists Code.tsx without need',
  ])
})
