import { afterEach } from 'vitest'
import { refusalResponse } from '../../../../testing/render-page.tsx'
import { testStoredDrafts } from '../../../../testing/stored-drafts.tsx'
import { sampleEstimates } from '../estimate.testing.ts'
import { useEstimateEditor } from './use-estimate-editor.ts'
import { estimateInput, estimateValues } from './values.ts'
import { resetPage } from '../../../../testing/reset-page.ts'

afterEach(resetPage)

const line = { code: '90837', text: 'Psychotherapy', quantity: 12, priceMinor: '15000' }
const content = (frequency: string) => ({ ...sampleEstimates().content, frequency, lines: [line] })
const view = (clientId: string, frequency: string, version: number) =>
  sampleEstimates({ clientId, version, content: content(frequency) })
const values = (frequency: string) => estimateValues(content(frequency))
const stored = (frequency: string) =>
  `{"content":{"language":"en","periodFrom":"2026-11-02","periodUntil":"2027-11-01","frequency":"${frequency}","place":"Portland, OR","diagnosis":"","separately":"","lines":[{"code":"90837","text":"Psychotherapy","quantity":"12","priceMinor":"15000","key":"1"}]},"version":1}`

testStoredDrafts({
  title: 'draft of an estimate',
  name: (id) => `estimate-${id}`,
  stored: { newest: stored('once a week'), earlier: stored('once a') },
  shown: { newest: values('once a week'), earlier: values('once a'), server: values('once') },
  use: (id, version) => useEstimateEditor(view(id, version === 1 ? 'once' : 'From the phone', version)),
  read: (editor) => ({ value: editor.content, isConflict: editor.theirs !== null }),
  save: {
    path: 'estimate/saveDraft',
    input: (clientId) => ({ clientId, version: 1, ...estimateInput(values('once a week')) }),
    answer: (id, version) =>
      version === 1 ? view(id, 'once a week', 2) : refusalResponse(409, 'CHANGED', view(id, 'From the phone', version)),
  },
})
