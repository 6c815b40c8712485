import { expect, test } from 'vitest'
import type { MeasureFile } from '../measure.schemas.ts'
import { questionnaireFromFhir } from './measure.fhir-import.ts'

function imported(file: MeasureFile) {
  if (file.kind !== 'import') throw new Error(file.refusal)
  return {
    ...file,
    lost: file.losses.map(({ loss, part, detail }) => `${part ?? 'file'}: ${loss} ${detail}`).toSorted(),
  }
}
const read = (more: object) =>
  imported(questionnaireFromFhir({ resourceType: 'Questionnaire', status: 'active', language: 'en', ...more }))
const weight = (valueDecimal: number) => [{ url: 'http://hl7.org/fhir/StructureDefinition/itemWeight', valueDecimal }]

test('of a file in R5, what R4 has is imported, and what is new is reported by item', () => {
  const { content, lost } = read({
    versionAlgorithmString: 'semver',
    copyrightLabel: '© A publisher',
    item: [
      {
        linkId: 'a',
        text: 'How often?',
        type: 'coding',
        answerConstraint: 'optionsOrString',
        answerOption: [{ extension: weight(2), valueCoding: { code: 'x', display: 'Often' } }],
      },
      {
        linkId: 'b',
        text: 'Since when?',
        type: 'date',
        disabledDisplay: 'protected',
        enableWhen: [{ question: 'a', operator: '=', answerCoding: { code: 'x' } }],
      },
      { linkId: 'c', text: 'Abstract', type: 'question' },
    ],
  })
  expect(content.source.copyright).toBe('© A publisher')
  expect(content.items).toMatchObject([
    { id: 'a', kind: 'choice', options: [{ id: 'x', text: { en: 'Often' }, points: 2 }] },
    { id: 'b', kind: 'text', when: { join: 'all', conditions: [{ item: 'a', operator: '=', value: 'x' }] } },
  ])
  expect(lost).toEqual([
    'a: item-type optionsOrString',
    'b: item-type date',
    'b: other disabledDisplay',
    'c: item-type question',
    'file: other versionAlgorithmString',
  ])
})

const choice = (linkId: string, answerValueSet: string) => ({ linkId, text: linkId, type: 'choice', answerValueSet })

test('options come from an expanded value set within the file, and a set that has none is reported', () => {
  const contains = [
    { display: 'Heading', abstract: true, contains: [{ code: 'n', display: 'Never', extension: weight(0) }] },
    { code: 'o', display: 'Often', extension: weight(1) },
  ]
  const contained = [
    { resourceType: 'ValueSet', id: 'expanded', expansion: { contains } },
    { resourceType: 'ValueSet', id: 'filtered', compose: { include: [{ filter: [{ property: 'a' }] }] } },
    { resourceType: 'ValueSet', id: 'other', compose: { include: [{ valueSet: ['http://example.org/set'] }] } },
    { resourceType: 'Library', id: 'logic' },
  ]
  const item = ['#expanded', '#filtered', '#other', '#missing', 'expanded'].map((set, at) => choice(`${at}`, set))
  const { content, lost } = read({ contained, item })
  expect(
    content.items.map((one) => ('options' in one ? one.options.map(({ id, points }) => [id, points]) : null)),
  ).toEqual([
    [
      ['n', 0],
      ['o', 1],
    ],
    [],
    [],
    [],
    [],
  ])
  expect(lost).toEqual([
    '1: value-set #filtered',
    '1: value-set filter',
    '2: value-set #other',
    '2: value-set valueSet',
    '3: value-set #missing',
    '4: value-set expanded',
    'file: other contained Library',
  ])
})

test('no text of a file keeps its markup, wherever it is', () => {
  const bad = '<script>alert(1)</script><img src=x onerror=alert(1)>Text'
  const url = 'http://hl7.org/fhir/StructureDefinition'
  const translation = {
    url: `${url}/translation`,
    extension: [
      { url: 'lang', valueCode: 'de' },
      { url: 'content', valueString: bad },
    ],
  }
  const { content } = read({
    title: bad,
    description: bad,
    publisher: bad,
    copyright: bad,
    version: bad,
    contained: [
      {
        resourceType: 'ValueSet',
        id: 's',
        compose: {
          include: [{ concept: [{ code: 'c', display: bad, designation: [{ language: 'fr', value: bad }] }] }],
        },
      },
    ],
    item: [
      { linkId: '1', text: bad, _text: { extension: [translation] }, type: 'group', item: [choice('2', '#s')] },
      {
        linkId: '3',
        text: bad,
        type: 'choice',
        answerOption: [{ valueString: bad }, { valueCoding: { display: bad } }],
      },
      {
        linkId: '4',
        text: bad,
        type: 'decimal',
        extension: [{ url: `${url}/questionnaire-unit`, valueCoding: { display: bad } }],
      },
      { linkId: '5', text: bad, type: 'display' },
    ],
  })
  const { items, ...head } = content
  expect([head.title, head.intro, head.source.publisher, head.source.version]).toEqual([
    'Text',
    { en: 'Text' },
    'Text',
    'Text',
  ])
  expect(items[0]?.text).toEqual({ en: 'Text', de: 'Text' })
  const ids = items.flatMap((item) => ('options' in item ? item.options.map(({ id }) => id) : []))
  expect(ids).toHaveLength(3)
  const texts = JSON.stringify(content, (key, value: unknown) => (key === 'id' ? undefined : value))
  expect(texts).not.toMatch(/script|onerror|alert/)
})
