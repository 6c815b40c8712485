import type { SentFormId } from '@attune/contract/common/ids'
import type { FormAnswers, OwnFormView } from '@attune/contract/features/care/form/form.schemas'
import type { QueryKey } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { api, orpc } from '../../../../platform/api/api.ts'

type Answers = { id: SentFormId; draftVersion: number; answers: FormAnswers }
type Signing = {
  id: SentFormId
  version: number
  sha256: string
  answers: FormAnswers
  typedName: string
  command: string
}

/** The calls with which a page reads, saves and signs a form: as the client, or as a guardian who acts for a client. */
export type FormAccess = {
  queryKey(id: SentFormId): QueryKey
  /** The name under which this device stores the answers while they are typed. */
  draftName(id: SentFormId): string
  saveAnswers(answers: Answers): Promise<{ draftVersion: number; savedAt: string }>
  sign(signing: Signing): Promise<OwnFormView>
  withdraw(id: SentFormId): Promise<OwnFormView>
  pdfPath(id: SentFormId): string
}

const ownAccess: FormAccess = {
  queryKey: (id) => orpc.form.open.queryKey({ input: { id } }),
  draftName: (id) => `form-answers-${id}`,
  saveAnswers: (answers) => api.form.saveAnswers(answers),
  sign: (signing) => api.form.sign(signing),
  withdraw: (id) => api.form.withdraw({ id }),
  pdfPath: (id) => `/api/form/${id}/pdf`,
}

/** The access to the forms of a page. By default the person signed in is the client. */
export const FormAccessContext = createContext<FormAccess>(ownAccess)
export const useFormAccess = (): FormAccess => use(FormAccessContext)
