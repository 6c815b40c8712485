import type { LegalTextName } from '@attune/contract/features/practice/administration/administration.rules'
import { emptyRichText } from '@attune/contract/common/rich-text/rich-text'
import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { ORPCError } from '@orpc/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { toast } from '../../../../ui/toast/toast.ts'

type Place = { page: LegalTextName; language: Language }

/**
 * Stores the text of a legal page as a draft and saves it. `theirs` is the text that another admin saved in the meantime; undefined if there is
 * none.
 */
export function useLegalText({
  page,
  language,
  saved,
  onClose,
}: Place & { saved: RichText | null; onClose: () => void }) {
  const { t } = useTranslation('adminSettings')
  const cache = useQueryClient()
  const draft = useDraft(`legal-${page}-${language}`, () => ({ text: saved ?? emptyRichText, base: saved }))
  const [theirs, setTheirs] = useState<RichText | null>()
  const save = useMutation({
    mutationFn: (before: RichText | null) =>
      api.administration.saveLegalText({ page, language, text: draft.value.text, before }),
    onSuccess: () => {
      draft.forget()
      void cache.invalidateQueries({ queryKey: orpc.administration.settings.key() })
      void cache.invalidateQueries({ queryKey: orpc.product.key() })
      toast({ variant: 'success', title: t('legal.saved') })
      onClose()
    },
    onError: (error) => {
      if (errorCode(error) === 'CHANGED' && error instanceof ORPCError)
        setTheirs((error.data as { text: RichText | null }).text)
    },
  })
  const send = () => save.mutate(theirs === undefined ? draft.value.base : theirs)
  const keepSaved = () => {
    const text = theirs ?? emptyRichText
    draft.change({ text, base: theirs ?? null })
    draft.forget({ text, base: theirs ?? null })
    setTheirs(undefined)
    save.reset()
  }
  const write = (text: RichText) => draft.change({ text, base: draft.dirty ? draft.value.base : saved })
  return {
    draft: { ...draft, write, forget: () => draft.forget() },
    written: draft.value.text,
    theirs,
    save,
    send,
    keepSaved,
  }
}
