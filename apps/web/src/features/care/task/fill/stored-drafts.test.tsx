import { afterEach } from 'vitest'
import { refusalResponse } from '../../../../testing/render-page.tsx'
import { testStoredDrafts } from '../../../../testing/stored-drafts.tsx'
import { sampleTask, sampleTaskDetails } from '../task.testing.ts'
import { useAnswerDraft } from './use-answer-draft.ts'
import { resetPage } from '../../../../testing/reset-page.ts'

afterEach(resetPage)

const at = '2026-11-19T09:44:00.000Z'
const plain = (note: string) => ({ kind: 'plain' as const, note })
const record = (thought: string) => ({
  kind: 'thought-record' as const,
  situation: 'The train',
  thought,
  feeling: '',
  evidence: '',
  alternative: '',
})
const read = ({ value, state }: ReturnType<typeof useAnswerDraft>) => ({
  value,
  isConflict: state.phase === 'conflict',
})
const saveOf = <Answer,>(answer: Answer, theirs: Answer) => ({
  path: 'task/saveDraft',
  input: (id: string) => ({ id, answer, version: 1 }),
  answer: (_id: string, version: number) =>
    version === 1 ? { version: 2, savedAt: at } : refusalResponse(409, 'CHANGED', { answer: theirs, version }),
})

testStoredDrafts({
  title: 'answer of a task',
  name: (id) => `task-answer-${id}`,
  stored: {
    newest: '{"text":"[\\"plain\\",\\"Dear sister, I\\"]","version":1}',
    earlier: '{"text":"[\\"plain\\",\\"Dear sis\\"]","version":1}',
  },
  shown: { newest: plain('Dear sister, I'), earlier: plain('Dear sis'), server: plain('Dear') },
  use: (id, version) =>
    useAnswerDraft(
      sampleTaskDetails(
        sampleTask('client', { id, status: 'in-progress' }),
        { kind: 'plain' },
        { draft: { answer: plain(version === 1 ? 'Dear' : 'From the phone'), version, savedAt: at } },
      ),
    ),
  read,
  save: saveOf(plain('Dear sister, I'), plain('From the phone')),
})

testStoredDrafts({
  title: 'thought record',
  name: (id) => `task-answer-${id}`,
  stored: {
    newest: '{"text":"[\\"thought-record\\",\\"The train\\",\\"I will fall\\",\\"\\",\\"\\",\\"\\"]","version":1}',
    earlier: '{"text":"[\\"thought-record\\",\\"The train\\",\\"I\\",\\"\\",\\"\\",\\"\\"]","version":1}',
  },
  shown: { newest: record('I will fall'), earlier: record('I'), server: record('') },
  use: (id, version) =>
    useAnswerDraft(
      sampleTaskDetails(
        sampleTask('client', { id, status: 'in-progress' }),
        { kind: 'thought-record' },
        { draft: { answer: record(version === 1 ? '' : 'From the phone'), version, savedAt: at } },
      ),
    ),
  read,
  save: saveOf(record('I will fall'), record('From the phone')),
})
