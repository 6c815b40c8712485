import { expect, test } from 'vitest'
import { readPdf } from '../../../../platform/pdf/reading.testing.ts'
import { makeFormPdf } from './pdf.document.ts'

test('a signed form is tagged in reading order, and shows Hebrew and Arabic answers', async () => {
  const field = { required: false, hint: '', options: [], danger: [] }
  const pdf = readPdf(
    await makeFormPdf({
      content: {
        title: 'Einwilligung',
        language: 'de',
        fields: [
          { ...field, id: 'part', type: 'heading', label: 'Angaben' },
          { ...field, id: 'name', type: 'text', label: 'Name' },
        ],
      } as never,
      answers: { name: 'דוד לוי, فاطمة' } as never,
      author: 'Nora',
      madeAt: '2026-11-20T17:03:00.000Z',
      facts: [{ label: 'Version', value: '1' }],
      signature: { title: 'Unterschrift', lines: ['Clara Brand'] },
      footer: 'Seite',
      pageOf: '{page} / {pages}',
      unknown: 'unknown',
    }),
  )
  expect(pdf.structure).toBe('Document(H1 P H2 P P H2 P)')
  expect(pdf.unmarked).toEqual([0])
  expect(pdf.actualTexts).toEqual(['דוד לוי, فاطمة'])
  expect(pdf.pages.join()).not.toContain('[…]')
})
