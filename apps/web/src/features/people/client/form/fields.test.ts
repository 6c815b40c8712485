// @vitest-environment node
import { clientFields } from '@attune/contract/features/people/client/client.fields'
import { expect, test } from 'vitest'
import { clientFormFields } from './fields.ts'

test.each(clientFormFields)('the form and the contract allow the same number of characters for %s', (name, { max }) => {
  const accepts = (length: number) =>
    ['a'.repeat(length), 'a@b.test'.padStart(length, 'a')].some((text) => clientFields[name].safeParse(text).success)
  if (max === undefined) expect(accepts(10)).toBe(false)
  else expect([accepts(max), accepts(max + 1)]).toEqual([true, false])
})
