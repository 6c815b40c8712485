import { expect, test } from 'vitest'
import { problemsOfMeasure } from '../measure.rules.ts'
import type { MeasureFile } from '../measure.schemas.ts'
import { measureResults } from '../measure.scores.ts'
import { choiceItem, numberItem, sampleMeasure, sumOf } from '../measure.testing.ts'
import { lformsFile, sdcFile } from './fhir-files.testing.ts'
import { questionnaireToFhir } from './measure.fhir-export.ts'
import { questionnaireFromFhir, readMeasureFile } from './measure.fhir-import.ts'
import { responseToFhir } from './measure.fhir-response.ts'

function imported(file: MeasureFile) {
  if (file.kind !== 'import') throw new Error(file.refusal)
  return {
    ...file,
    lost: file.losses.map(({ loss, part, detail }) => `${part ?? 'file'}: ${loss} ${detail}`).toSorted(),
  }
}
const questionnaire = (more: object) => ({ resourceType: 'Questionnaire', status: 'active', language: 'en', ...more })
const read = (more: object) => imported(questionnaireFromFhir(questionnaire(more)))
const readItem = (more: object) => read({ item: [{ linkId: '1', text: 'Item', type: 'text', ...more }] })
const refusalOf = (json: unknown) => {
  const file = questionnaireFromFhir(json)
  return file.kind === 'refused' ? [file.refusal, ...file.parts] : file.kind
}
const refusalOfItems = (item: unknown) => refusalOf(questionnaire({ item }))

test('a file of LHC-Forms is imported with its points, and what is left out is named by item', () => {
  const { content, lost } = imported(questionnaireFromFhir(lformsFile))
  expect(content.title).toBe('Sample panel')
  expect(content.source).toMatchObject({ copyright: 'Copyright of a publisher', licence: '', right: null })
  expect(content.items.map(({ id, kind, text }) => [id, kind, text.en])).toEqual([
    ['/first', 'choice', 'First question'],
    ['/first-help', 'display', 'Help for the first question'],
    ['/weight', 'number', 'Weight'],
    ['/notes', 'text', 'Notes'],
  ])
  const [first, , weight] = content.items
  expect(first).toMatchObject({
    required: false,
    options: [
      { id: 'S0', text: { en: 'Not at all' }, points: 0 },
      { id: 'S1', text: { en: 'A little' }, points: 1 },
    ],
  })
  expect(weight).toMatchObject({ unit: 'kg', isWhole: false, from: 0, to: 300 })
  expect(lost).toEqual([
    '/first-help: extension questionnaire-itemControl',
    '/first: extension questionnaire-itemControl',
    '/first: extension questionnaire-optionPrefix',
    '/first: nested item',
    '/first: other code',
    '/first: other prefix',
    '/first: other system',
    '/total: expression calculatedExpression',
    '/weight: extension questionnaire-unitOption',
    'file: language language',
    'file: other code',
    'file: other meta',
    'file: other status draft',
  ])
  expect(problemsOfMeasure(content)).toEqual([{ problem: 'no-right', part: null }])
  const again = imported(readMeasureFile(JSON.stringify(questionnaireToFhir(content))))
  expect([again.content, again.losses]).toEqual([content, []])
})

test('a file of the SDC guide is imported with its contained value set and its group, without its computed total', () => {
  const { content, lost } = imported(questionnaireFromFhir(sdcFile))
  expect(content.items.map(({ id, kind, parent }) => [id, kind, parent])).toEqual([
    ['1.0', 'group', null],
    ['1.1', 'choice', '1.0'],
    ['1.2', 'choice', '1.0'],
  ])
  expect(content.items[1]).toMatchObject({
    options: [
      { id: 'never', text: { en: 'Never', de: 'Nie' }, points: 0 },
      { id: 'often', text: { en: 'Often' }, points: 2.5 },
    ],
  })
  expect(content.scores).toEqual([])
  expect(lost).toEqual([
    '1.0: expression questionnaire-constraint',
    '1.1: extension questionnaire-choiceOrientation',
    '1.1: other system',
    '1.2: other system',
    '2: expression calculatedExpression',
    'file: markup text',
    'file: other id',
    'file: other name',
  ])
  const again = imported(questionnaireFromFhir(questionnaireToFhir(content)))
  expect([again.content, again.losses]).toEqual([content, []])
})

test('points are read from the newer and the older extension, on the option and in its coding', () => {
  const option = (code: string, more: object, inside: object = {}) => ({
    ...more,
    valueCoding: { code, display: code, ...inside },
  })
  const weight = (valueDecimal: number, name = 'itemWeight') => ({
    extension: [{ url: `http://hl7.org/fhir/StructureDefinition/${name}`, valueDecimal }],
  })
  const both = { extension: [...weight(1).extension, ...weight(2, 'ordinalValue').extension] }
  const answerOption = [option('a', weight(3)), option('b', {}, weight(-1.5)), option('c', both), option('d', {})]
  const { content, lost } = readItem({ type: 'coding', answerOption })
  expect(content.items[0]).toMatchObject({
    options: [{ points: 3 }, { points: -1.5 }, { points: 2 }, { points: null }],
  })
  expect(lost).toEqual(['1: extension itemWeight'])
})

test('both points of an option and the scores are written', () => {
  const file = JSON.stringify(questionnaireToFhir(sampleMeasure()))
  for (const url of ['ordinalValue', 'itemWeight']) {
    expect(file).toContain(`{"url":"http://hl7.org/fhir/StructureDefinition/${url}","valueDecimal":3}`)
  }
  expect(file).toContain('urn:attune:fhir:measure-score')
})

test('conditions are read with the value of their item, and those that Attune does not have are reported', () => {
  const options = [{ valueCoding: { code: 'y', display: 'Yes' } }, { valueString: 'Maybe' }]
  const item = [
    { linkId: 'c', text: 'Choice', type: 'choice', answerOption: options },
    { linkId: 'b', text: 'Yes or no', type: 'boolean' },
    { linkId: 'n', text: 'Number', type: 'integer' },
    {
      linkId: 'q',
      text: 'Question',
      type: 'text',
      enableBehavior: 'any',
      enableWhen: [
        { question: 'c', operator: '=', answerCoding: { code: 'y' } },
        { question: 'c', operator: '!=', answerString: 'Maybe' },
        { question: 'b', operator: '=', answerBoolean: false },
        { question: 'n', operator: '>=', answerInteger: 3 },
        { question: 'n', operator: 'exists', answerBoolean: false },
        { question: 'c', operator: '>', answerCoding: { code: 'y' } },
        { question: 'c', operator: '~', answerCoding: { code: 'y' } },
        { question: 'n', operator: '=', answerQuantity: { value: 3 } },
      ],
    },
  ]
  const { content, lost } = read({ item })
  expect(content.items[3]?.when).toEqual({
    join: 'any',
    conditions: [
      { item: 'c', operator: '=', value: 'y' },
      { item: 'c', operator: '!=', value: 'Maybe' },
      { item: 'b', operator: '=', value: false },
      { item: 'n', operator: '>=', value: 3 },
      { item: 'n', operator: 'not-answered', value: null },
    ],
  })
  expect(lost).toEqual(['q: conditions n', 'q: operator >', 'q: operator ~', 'q: other answerQuantity'])
})

test('translations are read in the languages of Attune, and others are reported', () => {
  const translation = (lang: string, valueString: string) => ({
    url: 'http://hl7.org/fhir/StructureDefinition/translation',
    extension: [
      { url: 'lang', valueCode: lang },
      { url: 'content', valueString },
    ],
  })
  const _text = {
    extension: [translation('de-CH', 'Frage'), translation('pt', 'Pergunta'), translation('de', 'Zweite')],
  }
  const { content, lost } = readItem({ text: 'Question', _text })
  expect(content.items[0]?.text).toEqual({ en: 'Question', de: 'Frage' })
  expect(lost).toEqual(['1: language de', '1: language pt'])
  const foreign = read({ language: 'pt', item: [{ linkId: '1', text: 'Pergunta', type: 'text' }] })
  expect([foreign.content.language, foreign.content.items[0]?.text]).toEqual(['en', { en: 'Pergunta' }])
  expect(foreign.lost).toEqual(['file: language pt'])
})

test('markup and scripts in texts are removed and reported, and a comparison is not markup', () => {
  const _text = {
    extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/rendering-xhtml', valueString: '<b>Bold</b>' }],
  }
  const { content, lost } = readItem({ text: '<p>How <b>are</b> you?<script>alert(1)</script></p>', _text })
  expect(content.items[0]?.text).toEqual({ en: 'How are you?' })
  expect(lost).toEqual(['1: markup rendering-xhtml', '1: markup text'])
  expect(readItem({ text: 'Is 3 < 4 and 5 > 4?' }).content.items[0]?.text).toEqual({ en: 'Is 3 < 4 and 5 > 4?' })
})

test('types that Attune does not have become the nearest one, or are left out by name', () => {
  const types = ['open-choice', 'date', 'quantity', 'attachment', 'reference', 'new-type']
  const { content, lost } = read({ item: types.map((type) => ({ linkId: type, text: type, type })) })
  expect(content.items.map(({ id, kind }) => [id, kind])).toEqual([
    ['open-choice', 'choice'],
    ['date', 'text'],
    ['quantity', 'number'],
  ])
  expect(lost).toEqual(types.map((type) => `${type}: item-type ${type}`).toSorted())
})

test('hidden, read-only and repeated items, initial values and external value sets are reported', () => {
  const hidden = [{ url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-hidden', valueBoolean: true }]
  expect(readItem({ extension: hidden })).toMatchObject({
    content: { items: [] },
    lost: ['1: other questionnaire-hidden'],
  })
  expect(readItem({ readOnly: true }).lost).toEqual(['1: other readOnly'])
  expect(readItem({ repeats: true, initial: [{ valueString: 'x' }] }).lost).toEqual([
    '1: initial initial',
    '1: repeats repeats',
  ])
  expect(readItem({ type: 'choice', answerValueSet: 'http://example.org/set' }).lost).toEqual([
    '1: value-set http://example.org/set',
  ])
  expect(readItem({ maxLength: 30, foo: 1 }).lost).toEqual(['1: other foo', '1: other maxLength'])
})

test('a file is refused by name for its ids, its depth, its size and its version', () => {
  const item = (linkId: unknown, more: object = {}) => ({ linkId, text: 'Item', type: 'text', ...more })
  expect(refusalOf([])).toEqual(['not-questionnaire'])
  expect(refusalOf({ resourceType: 'Patient' })).toEqual(['not-questionnaire'])
  expect(readMeasureFile('{"resourceType":')).toEqual({ kind: 'refused', refusal: 'not-json', parts: [] })
  expect(refusalOf(questionnaire({ group: {} }))).toEqual(['fhir-version'])
  expect(refusalOfItems([item('1', { option: [] })])).toEqual(['fhir-version'])
  expect(refusalOfItems([item('1'), item('2'), item('1')])).toEqual(['duplicate-ids', '1'])
  expect(refusalOfItems([item(''), item(4), item('x'.repeat(256))])).toEqual(['wrong-ids', 'Item', 'x'.repeat(200)])
  expect(refusalOfItems([item(JSON.parse('"__proto__"'))])).toEqual(['wrong-ids', '__proto__'])
  const nest = (levels: number): object =>
    item(`${levels}`, { type: 'group', item: levels > 1 ? [nest(levels - 1)] : [] })
  expect(refusalOfItems([nest(5)])).toBe('import')
  expect(refusalOfItems([nest(6)])).toEqual(['too-deep', '1'])
  expect(refusalOfItems([nest(200)])).toEqual(['too-deep', '195'])
  expect(refusalOfItems(Array.from({ length: 101 }, (_, place) => item(`${place}`)))).toEqual(['too-many-items'])
  const answerOption = Array.from({ length: 1_000_000 }).fill({ valueString: 'x' })
  expect(refusalOfItems([item('1', { type: 'choice', answerOption })])).toEqual(['too-many-options', '1'])
  expect(refusalOfItems([item('1', { text: 'x'.repeat(2_001) })])).toEqual(['text-too-long', '1'])
})

test('a response has the answers to the items that were asked, nested as in the file, and the results', () => {
  const group = { id: 'g', parent: null, text: { en: 'Group', de: 'Gruppe' }, when: null, kind: 'group' as const }
  const when = { join: 'all' as const, conditions: [{ item: '1', operator: '=' as const, value: '1' }] }
  const content = sampleMeasure({
    items: [group, choiceItem('1', [0, 2], { parent: 'g' }), numberItem('n'), choiceItem('2', [0, 1], { when })],
    scores: [sumOf(['1', 'n'], { bands: [{ from: 0, text: { en: 'Low', de: 'Niedrig' } }] })],
    source: { ...sampleMeasure().source, url: 'https://example.org/q', version: '2' },
  })
  const copy = { version: 3, comparableFrom: 1, content }
  const sent = { measureId: 'm', copy, answers: { 1: '0', 2: '1', n: 4 }, language: 'de' as const, authored: 'now' }
  expect(responseToFhir(sent)).toMatchObject({
    resourceType: 'QuestionnaireResponse',
    questionnaire: 'https://example.org/q|2',
    status: 'completed',
    authored: 'now',
    item: [
      {
        linkId: 'g',
        text: 'Gruppe',
        item: [{ linkId: '1', answer: [{ valueCoding: { code: '0', display: 'Option 0' } }] }],
      },
      { linkId: 'n', answer: [{ valueInteger: 4 }] },
    ],
  })
  const [result] = responseToFhir(sent).extension as { extension: object[] }[]
  expect(result?.extension).toContainEqual({ url: 'score', valueDecimal: 4 })
  expect(result?.extension).toContainEqual({ url: 'band', valueString: 'Niedrig' })
  expect(measureResults(content, sent.answers, 'de')[0]?.score).toBe(4)
  const unnamed = { ...copy, content: { ...content, source: { ...content.source, url: '' } } }
  expect(responseToFhir({ ...sent, copy: unnamed }).questionnaire).toBe('urn:uuid:m|3')
})
