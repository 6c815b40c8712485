import { expect, test } from 'vitest'
import { fittingAnswers, isMinorOn, problemsOfForm, shownText, unansweredFields } from './form.rules.ts'
import type { FormElement } from './form.schemas.ts'

const field = (id: string, type: FormElement['type'], more: Partial<FormElement> = {}): FormElement => ({
  id,
  type,
  label: `${id}?`,
  hint: '',
  required: false,
  options: [],
  ...more,
})
const content = (...fields: FormElement[]) => ({ title: 'Intake', language: 'en' as const, isConsent: false, fields })

test('a person is a minor until the day of the 18th birthday', () => {
  expect(isMinorOn('2008-11-24', '2026-11-23', 18)).toBe(true)
  expect(isMinorOn('2008-11-23', '2026-11-23', 18)).toBe(false)
  expect(isMinorOn('2008-02-29', '2026-02-28', 18)).toBe(true)
  expect(isMinorOn('2008-02-29', '2026-03-01', 18)).toBe(false)
  expect(isMinorOn(null, '2026-11-23', 18)).toBe(false)
})

test('a person is a minor until the age of majority of the practice', () => {
  expect(isMinorOn('2010-11-24', '2026-11-23', 16)).toBe(true)
  expect(isMinorOn('2010-11-23', '2026-11-23', 16)).toBe(false)
})

test('the text that is signed contains the version, every choice that was offered, and the answers', () => {
  const form = content(field('a', 'choice', { options: ['Yes', 'No'] }), field('b', 'scale-10', { hint: '10 is most' }))
  expect(shownText({ content: form, version: 3 }, { a: 'No', b: 0 })).toBe(
    'Intake (3)\n\na?\n[ ] Yes\n[x] No\n\nb?\n10 is most\n0 / 10',
  )
  expect(shownText({ content: form, version: 3 }, {})).toContain('b?\n10 is most\n–')
})

test('answers that a newer version no longer offers are left out', () => {
  const form = content(field('a', 'choice', { options: ['Yes', 'No'] }), field('b', 'scale-5'), field('c', 'heading'))
  expect(fittingAnswers(form, { a: 'Maybe', b: 0, c: 'text', d: 'gone' })).toEqual({})
  expect(fittingAnswers(form, { a: 'Yes', b: 5 })).toEqual({ a: 'Yes', b: 5 })
})

test('a date answer is an existing day', () => {
  const form = content(field('a', 'date'), field('b', 'date'))
  const year = new Date().getUTCFullYear()
  expect(fittingAnswers(form, { a: `${year}-02-28`, b: `${year}-02-30` })).toEqual({ a: `${year}-02-28` })
})

test('a required answer of spaces is missing, and 0 on a scale is not', () => {
  const form = content(field('a', 'short-text', { required: true }), field('b', 'scale-10', { required: true }))
  expect(unansweredFields(form, { a: '  ', b: 0 })).toEqual(['a'])
})

test('a text can be confirmed only with a title, labels, two choices and at most one signature', () => {
  const twice = [field('a', 'signature'), field('b', 'signature')]
  expect(problemsOfForm(content(...twice)).map(({ problem }) => problem)).toEqual(['signatures'])
  expect(problemsOfForm({ ...content(), title: '' }).map(({ problem }) => problem)).toEqual(['title', 'empty'])
  const one = content(field('a', 'choices', { label: '', options: ['Yes', 'Yes'] }))
  expect(problemsOfForm(one)).toEqual([
    { problem: 'label', fieldId: 'a' },
    { problem: 'options', fieldId: 'a' },
  ])
})
