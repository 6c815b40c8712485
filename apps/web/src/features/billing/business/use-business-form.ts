import type { OwnBusiness } from '@attune/contract/features/billing/business/business'
import { ORPCError } from '@orpc/client'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { focusFirstInvalid } from '../../../ui/base/focus-field.ts'
import { api } from '../../../platform/api/api.ts'
import { useDraft } from '../../../platform/draft/use-draft.ts'
import { toast } from '../../../ui/toast/toast.ts'
import {
  businessChanges,
  businessDraft,
  businessFieldProblems,
  fieldsOf,
  noBusinessChanges,
  type BusinessChanges,
  type BusinessDraft,
  type BusinessFieldProblems,
} from './business-draft.ts'
import { useChangedBusiness } from './use-business.ts'

/** The pages that edit the settings of the business. */
export type BusinessPart = 'business' | 'tax' | 'invoices' | 'payment-reminders'

export type BusinessFieldsProps = {
  draft: BusinessDraft
  problems: BusinessFieldProblems
  onChange: (part: Partial<BusinessDraft>) => void
  /** Shows the problem of a field after it has lost the focus. */
  onLeave: (field: keyof BusinessFieldProblems) => void
}

/**
 * Returns the state of the form of one page: the draft, the problems of its fields, and settings that another page has saved in the meantime. Only
 * what was changed on the page is stored, so that an older draft never overwrites the fields of other pages.
 */
export function useBusinessForm(saved: OwnBusiness, page: BusinessPart) {
  const formDraft = useDraft<BusinessChanges>(`business-${page}`, () => noBusinessChanges)
  const { changes, version } = formDraft.value
  const draft: BusinessDraft = { ...businessDraft(saved), ...changes, version: version ?? saved.version }
  const [problems, setProblems] = useState<BusinessFieldProblems>({})
  const { save, conflict, setConflict } = useSaveBusiness((after, sent) => {
    // Text that was typed during the save stays in the form.
    if (isSent(draft, sent)) formDraft.forget(noBusinessChanges)
    else formDraft.sent(noBusinessChanges, businessChanges(after, { ...draft, version: after.version }))
  })
  const change = (part: Partial<BusinessDraft>) => {
    const next = { ...draft, ...part }
    formDraft.change(businessChanges(saved, next))
    // While the user types, updates only the errors that are already shown. An unsupported country is shown as an error at once.
    const wrong = Object.entries(businessFieldProblems(next))
    setProblems(Object.fromEntries(wrong.filter(([field]) => field in problems || field === 'country')))
    if (save.isError) save.reset()
  }
  const leave = (field: keyof BusinessFieldProblems) => {
    const { [field]: wrong } = businessFieldProblems(draft)
    if (wrong) setProblems({ ...problems, [field]: wrong })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = businessFieldProblems(draft)
    setProblems(found)
    if (Object.keys(found).length > 0) return focusFirstInvalid(event.currentTarget)
    if (!save.isPending) save.mutate(draft)
  }
  /** Resolves a conflict: overwrites the settings that another page has saved with this page's entries (`own`), or shows those settings. */
  const resolve = (own: boolean) => {
    if (!conflict) return
    setConflict(null)
    if (own) save.mutate({ ...draft, version: conflict.version })
    else formDraft.forget(noBusinessChanges)
  }
  const fields: BusinessFieldsProps = { draft, problems, onChange: change, onLeave: leave }
  return { formDraft, fields, save, conflict, resolve, submit }
}

/** Whether a draft equals the sent one, ignoring the version. */
const isSent = (draft: BusinessDraft, sent: BusinessDraft) =>
  JSON.stringify({ ...draft, version: sent.version }) === JSON.stringify(sent)

function useSaveBusiness(onSaved: (after: OwnBusiness, sent: BusinessDraft) => void) {
  const { t } = useTranslation('settings')
  const setBusiness = useChangedBusiness()
  const [conflict, setConflict] = useState<OwnBusiness | null>(null)
  const save = useMutation({
    mutationFn: (draft: BusinessDraft) => api.business.save({ version: draft.version, fields: fieldsOf(draft) }),
    onSuccess: (after, sent) => {
      setBusiness(after)
      onSaved(after, sent)
      toast.success(t('form.saved'))
    },
    onError: (error) => {
      if (!(error instanceof ORPCError) || error.code !== 'CHANGED') return
      const current = error.data as OwnBusiness
      setBusiness(current)
      setConflict(current)
    },
  })
  return { save, conflict, setConflict }
}
