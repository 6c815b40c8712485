import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../../common/runs.testing.ts'
import { randomAnswers, randomMeasure } from '../measure.random.testing.ts'
import { MeasureFile } from '../measure.schemas.ts'
import { questionnaireToFhir } from './measure.fhir-export.ts'
import { questionnaireFromFhir, readMeasureFile } from './measure.fhir-import.ts'
import { responseToFhir } from './measure.fhir-response.ts'

const numRuns = runs(100, 2_000, 20_000)

test('exporting and importing a random measure gives an equal one, and nothing is left out @slow', () => {
  fc.assert(
    fc.property(randomMeasure, (content) => {
      const file = readMeasureFile(JSON.stringify(questionnaireToFhir(content)))
      expect(file).toEqual({ kind: 'import', content, losses: [] })
    }),
    { numRuns },
  )
})

const junk = fc.jsonValue({ maxDepth: 4 })
const keys = ['linkId', 'text', '_text', 'type', 'item', 'answerOption', 'enableWhen', 'extension', '__proto__', 'url']
const odd = fc.dictionary(fc.constantFrom(...keys), junk)

test('any JSON is imported in the shape of the contract, or refused', () => {
  const file = fc.record({
    resourceType: fc.constant('Questionnaire'),
    title: junk,
    language: junk,
    contained: fc.array(odd),
    extension: fc.array(odd),
    item: fc.array(
      fc.oneof(
        odd,
        fc.tuple(fc.nat(), odd).map(([id, more]) => ({ ...more, linkId: `${id}`, type: 'choice' })),
      ),
    ),
  })
  fc.assert(
    fc.property(fc.oneof(file, junk), (json) => {
      const read = questionnaireFromFhir(JSON.parse(JSON.stringify(json)))
      expect(MeasureFile.parse(read)).toEqual(read)
    }),
    { numRuns },
  )
})

test('a response has one answer per item that was asked and answered @slow', () => {
  const seeds = fc.array(fc.nat(), { minLength: 14, maxLength: 14 })
  fc.assert(
    fc.property(randomMeasure, seeds, (content, numbers) => {
      const answers = randomAnswers(content, numbers)
      const copy = { version: 1, comparableFrom: 1, content }
      const response = responseToFhir({ measureId: 'id', copy, answers, language: 'en', authored: 'now' })
      const found = JSON.stringify(response).match(/"answer":\[/g)?.length ?? 0
      expect(found).toBeLessThanOrEqual(Object.values(answers).filter((answer) => answer !== null).length)
      expect(JSON.parse(JSON.stringify(response))).toEqual(response)
    }),
    { numRuns },
  )
})
