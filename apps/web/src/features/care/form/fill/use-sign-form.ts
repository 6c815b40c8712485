import { fittingAnswers, shownText } from '@attune/contract/features/care/form/form.rules'
import type { FormAnswers, OwnFormView } from '@attune/contract/features/care/form/form.schemas'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createId } from '../../../../platform/api/api.ts'
import { refusalData } from '../../../../platform/api/errors.ts'
import { useInvalidateForms } from '../use-forms.ts'
import { useFormAccess } from './form-access.ts'

/** Returns the answers as the server stores them: with texts trimmed. */
const trimmed = (answers: FormAnswers): FormAnswers =>
  Object.fromEntries(
    Object.entries(answers).map(([id, answer]) => [id, typeof answer === 'string' ? answer.trim() : answer]),
  )

/** Returns the SHA-256 of a text in UTF-8, in hexadecimal digits. */
async function sha256Of(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

type Options = {
  answers: FormAnswers
  beforeSign: () => Promise<unknown>
  onSigned: (form: OwnFormView) => void
  onMissing: (missing: string[]) => void
}

/** Returns a mutation that signs the displayed form. If the form was replaced in the meantime, shows the newer version and signs nothing. */
export function useSignForm(form: OwnFormView, { answers, beforeSign, onSigned, onMissing }: Options) {
  const cache = useQueryClient()
  const changed = useInvalidateForms()
  const [command] = useState(createId)
  const access = useFormAccess()
  const show = (next: OwnFormView) => cache.setQueryData(access.queryKey(form.id), next)
  return useMutation({
    async mutationFn(typedName: string) {
      await beforeSign()
      const shown = fittingAnswers(form.content, trimmed(answers))
      const sha256 = await sha256Of(shownText(form, shown))
      return access.sign({ id: form.id, version: form.version, sha256, answers: shown, typedName, command })
    },
    onSuccess: (signed) => {
      onSigned(signed)
      show(signed)
      void changed()
    },
    onError: (error) => {
      const newer = refusalData<OwnFormView>(error, 'OUTDATED')
      if (newer) show(newer)
      onMissing(refusalData<{ missing: string[] }>(error, 'INCOMPLETE')?.missing ?? [])
    },
  })
}
