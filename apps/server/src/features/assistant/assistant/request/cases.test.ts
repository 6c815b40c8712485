import { expect, test } from 'vitest'
import { promptOfCase, rawAnswerOf, readCaseAnswer, readCases, scoreAnswer } from './cases.testing.ts'

const cases = readCases()

test('there are 40 cases, ten in each language', () => {
  expect(cases).toHaveLength(40)
  expect(new Set(cases.map(({ id }) => id)).size).toBe(40)
  for (const language of ['en', 'de', 'fr', 'es'])
    expect(cases.filter((each) => each.language === language)).toHaveLength(10)
})

test.each(cases.map((each) => [each.id, each] as const))('no sentence of the true answer is marked: %s', (_, each) => {
  const read = readCaseAnswer(each, [...rawAnswerOf(each, true)])
  expect(read.sentences.filter(({ places }) => places.length === 0)).toEqual([])
  expect(scoreAnswer(each, read)).toMatchObject({ found: each.facts.length, hasForm: true })
})

test.each(cases.map((each) => [each.id, each] as const))('the untrue sentence alone is marked: %s', (_, each) => {
  const { text, sentences } = readCaseAnswer(each, [...rawAnswerOf(each, false)])
  const marked = sentences.filter(({ places }) => places.length === 0).map(({ from, to }) => text.slice(from, to))
  expect(marked).toEqual([each.untruth.sentence.replace(/\s*\{\{.*\}\}/u, '')])
})

test('an answer without the headings of its form is scored as such', () => {
  const [first] = cases.filter(({ form }) => form === 'soap')
  expect(first && scoreAnswer(first, readCaseAnswer(first, ['Plan\nNothing.']))).toMatchObject({
    hasForm: false,
    supported: 0,
  })
})

test('the prompt of a case contains its sources, its question and its keywords', () => {
  for (const each of cases) {
    const { prompt } = promptOfCase(each, 'code')
    for (const text of [...each.sources.map((source) => source.text), each.question, each.keywords])
      expect(prompt).toContain(text)
  }
})
