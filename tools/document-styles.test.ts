import { expect, test } from 'vitest'
import { frameStyles, selectorsIn } from '../apps/web/document/styles.ts'

test('a list of selectors is split at the commas outside brackets, also where brackets are nested', () => {
  expect(selectorsIn('.a, .b:not(.c, .d:is(.e, .f)), .g')).toEqual(['.a', '.b:not(.c, .d:is(.e, .f))', '.g'])
  expect(selectorsIn(`[title='a'], :root`)).toEqual([`[title='a']`, ':root'])
})

test('the style sheet of the document has no selector with an open bracket', () => {
  const css = frameStyles('<div class="s-header p-page g-main g-stack"></div>', undefined)
  for (const [, head = ''] of css.matchAll(/(?:^|[{}])([^{}@]+)\{/g))
    expect(head.split('(').length, head).toBe(head.split(')').length)
})
