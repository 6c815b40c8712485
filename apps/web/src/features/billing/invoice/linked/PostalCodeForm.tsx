import { payerLengths } from '@attune/contract/features/billing/payer/payer.rules'
import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { SubmitButton } from '../../../../ui/base/SubmitButton.tsx'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import classes from './LinkedInvoice.module.css'
import { linkedInvoiceQuery } from './linked-invoice-query.ts'

type Props = { token: string; onInvalid: () => void }

/** Asks for the postal code of the payer's address and opens the invoice. Calls `onInvalid` if the link is no longer valid. */
export function PostalCodeForm({ token, onInvalid }: Props) {
  const { t } = useTranslation('linkedInvoice')
  const message = useErrorMessage()
  const cache = useQueryClient()
  const [postalCode, setPostalCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const open = useMutation({
    mutationFn: () => api.invoice.openLink({ token, postalCode: postalCode.trim() }),
    onSuccess: (opened) => cache.setQueryData(linkedInvoiceQuery(token).queryKey, opened),
    onError: (error) => {
      if (errorCode(error) === 'INVALID_LINK') onInvalid()
    },
  })
  const isWrong = errorCode(open.error) === 'WRONG_POSTAL_CODE'
  const wrong = isMissing ? t('missing') : isWrong ? t('wrong') : null
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(postalCode.trim() === '')
        if (postalCode.trim() !== '' && !open.isPending) open.mutate()
      }}
    >
      <TextInput
        size="md"
        label={t('postalCode')}
        autoComplete="postal-code"
        maxLength={payerLengths.postalCode}
        data-autofocus
        value={postalCode}
        onChange={(event) => setPostalCode(event.currentTarget.value)}
        error={wrong}
      />
      <FormError>{open.error && !isWrong ? message(open.error) : null}</FormError>
      <SubmitButton running={open.isPending} fullWidth>
        {t('open')}
      </SubmitButton>
    </form>
  )
}
