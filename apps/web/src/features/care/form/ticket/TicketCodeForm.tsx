import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { errorCode, refusalData } from '../../../../platform/api/errors.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { SubmitButton } from '../../../../ui/base/SubmitButton.tsx'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import classes from './SignPage.module.css'
import { openedTicketQuery } from './ticket-query.ts'

type Props = { token: string; onEnded: (reason: 'void' | 'invalid') => void }

/** Asks for the six-digit code and opens the form. Calls `onEnded` if the link is no longer valid, or void after too many wrong codes. */
export function TicketCodeForm({ token, onEnded }: Props) {
  const { t } = useTranslation('signPage')
  const message = useErrorMessage()
  const cache = useQueryClient()
  const [entered, setEntered] = useState('')
  const [isMissing, setMissing] = useState(false)
  const code = entered.replace(/\s/g, '')
  const open = useMutation({
    mutationFn: () => api.form.openTicket({ token, code }),
    onSuccess: (opened) => cache.setQueryData(openedTicketQuery(token).queryKey, opened),
    onError: (error) => {
      if (errorCode(error) === 'INVALID_LINK') onEnded('invalid')
      if (refusalData<{ left: number }>(error, 'WRONG_CODE')?.left === 0) onEnded('void')
    },
  })
  const wrong = refusalData<{ left: number }>(open.error, 'WRONG_CODE')
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        const isComplete = /^\d{6}$/.test(code)
        setMissing(!isComplete)
        if (isComplete && !open.isPending) open.mutate()
      }}
    >
      <TextInput
        size="md"
        label={t('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        data-autofocus
        value={entered}
        onChange={(event) => setEntered(event.currentTarget.value)}
        error={isMissing ? t('missing') : wrong && t('wrong', { count: wrong.left })}
      />
      <FormError>{open.error && !wrong ? message(open.error) : null}</FormError>
      <SubmitButton running={open.isPending} fullWidth>
        {t('open')}
      </SubmitButton>
    </form>
  )
}
