import { afterEach } from 'vitest'
import { refusalResponse } from '../../../../testing/render-page.tsx'
import { testStoredDrafts } from '../../../../testing/stored-drafts.tsx'
import { sampleInvoice } from '../invoice.testing.ts'
import { useDraftEditor } from './use-draft-editor.ts'
import { draftInput, draftValues } from './values.ts'
import { resetPage } from '../../../../testing/reset-page.ts'

afterEach(resetPage)

const view = (id: string, note: string, version: number) => sampleInvoice({ id, status: 'draft', note, version })
const values = (note: string) => draftValues(view('', note, 1), 'en')
const stored = (note: string) =>
  `{"content":{"payerId":null,"language":"en","note":"${note}","reference":"","showDiagnosis":false,"diagnosis":"","lines":[{"key":"1","serviceOn":"2026-10-22","serviceTime":"10:00","minutes":"50","code":"GOP 870","text":"Psychotherapy","factor":"2.3","factorReason":"","place":"","quantity":"1","priceMinor":"9500","taxRate":"","sessionId":"5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d","isDiscount":false}]},"version":1}`

testStoredDrafts({
  title: 'draft of an invoice',
  name: (id) => `invoice-${id}`,
  stored: { newest: stored('Thank you for coming'), earlier: stored('Thank you fo') },
  shown: { newest: values('Thank you for coming'), earlier: values('Thank you fo'), server: values('Thank you') },
  use: (id, version) => useDraftEditor(view(id, version === 1 ? 'Thank you' : 'From the phone', version)),
  read: (editor) => ({ value: editor.content, isConflict: editor.theirs !== null }),
  save: {
    path: 'invoice/saveDraft',
    input: (id) => ({ id, version: 1, ...draftInput(values('Thank you for coming'), 'en') }),
    answer: (id, version) =>
      version === 1
        ? view(id, 'Thank you for coming', 2)
        : refusalResponse(409, 'CHANGED', view(id, 'From the phone', version)),
  },
})
