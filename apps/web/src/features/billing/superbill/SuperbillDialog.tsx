import type { ClientId, InvoiceId } from '@attune/contract/common/ids'
import { missingScriptOf } from '@attune/contract/features/billing/invoice/invoice.letters.rules'
import type { PaidSession, SuperbillMissing } from '@attune/contract/features/billing/superbill/superbill'
import { Skeleton, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../../platform/api/api.ts'
import { FormError } from '../../../ui/base/FormError.tsx'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { DiagnosisFields } from './DiagnosisFields.tsx'
import { MissingForSuperbill } from './MissingForSuperbill.tsx'
import { SessionFields } from './SessionFields.tsx'
import {
  contentOf,
  firstValues,
  printedTexts,
  type SuperbillContent,
  type SuperbillValues,
} from './superbill-values.ts'
import { useInvalidateSuperbills, useSuperbillRefusalText } from './use-superbills.ts'

type Props = {
  clientId: ClientId
  /** The invoice whose sessions are offered. Without it, all sessions are. */
  invoiceId?: InvoiceId
  onClose: () => void
}

/** Makes a superbill for a client from their paid sessions. Preselects those of the period that are on no superbill. */
export function SuperbillDialog({ clientId, invoiceId, onClose }: Props) {
  const { t } = useTranslation(['superbill', 'common'])
  const read = useQuery({ ...orpc.superbill.prepare.queryOptions({ input: { clientId } }), gcTime: 0 })
  const sessions = read.data?.sessions.filter((one) => invoiceId === undefined || one.invoiceId === invoiceId) ?? []
  const [key] = useState(createId)
  const [entered, setEntered] = useState<SuperbillValues | null>(null)
  const values = entered ?? firstValues(sessions, read.data?.diagnoses ?? [], key)
  const [checked, setChecked] = useState(false)
  const { make, problem } = useMakeSuperbill(clientId, onClose)
  const content = contentOf(values, sessions)
  const missing = read.data && withLetters(read.data.missing, printedTexts(values, sessions))
  const send = () => {
    setChecked(true)
    if (content && missing && isComplete(missing)) make.mutate(content)
  }
  return (
    <FormDialog
      wide
      title={t('make')}
      submit={t('make')}
      back={t('common:cancel')}
      busy={make.isPending || read.isPending}
      dirty={entered !== null}
      onClose={onClose}
      onSubmit={send}
    >
      <Query of={read} pending={<Skeleton height={240} />} failed={t('dialog.failed')} again={t('again')}>
        {() => (
          <>
            {missing && !isComplete(missing) && <MissingForSuperbill missing={missing} clientId={clientId} />}
            <SuperbillForm sessions={sessions} values={values} checked={checked} onChange={setEntered} />
          </>
        )}
      </Query>
      <FormError>{problem}</FormError>
    </FormDialog>
  )
}

/** Adds the letters of the form's texts to the missing facts if PDFs cannot show them. */
function withLetters(missing: SuperbillMissing, texts: string[]): SuperbillMissing {
  const script = missingScriptOf(texts)
  return script === null ? missing : { ...missing, letters: [...missing.letters, { of: 'service', script }] }
}

const isComplete = ({ business, client, letters }: SuperbillMissing) =>
  business.length + client.length + letters.length === 0

type FormProps = {
  sessions: readonly PaidSession[]
  values: SuperbillValues
  checked: boolean
  onChange: (values: SuperbillValues) => void
}

function SuperbillForm(props: FormProps) {
  const { t } = useTranslation('superbill')
  if (props.sessions.length === 0) return <Text size="sm">{t('dialog.none')}</Text>
  return (
    <>
      <Text size="sm">{t('dialog.text')}</Text>
      <DiagnosisFields {...props} />
      <SessionFields {...props} />
    </>
  )
}

/** Returns a mutation that makes the superbill. Repeating it after a lost response makes it only once. */
function useMakeSuperbill(clientId: ClientId, onClose: () => void) {
  const { t } = useTranslation('superbill')
  const changed = useInvalidateSuperbills()
  const refusal = useSuperbillRefusalText()
  const [ids] = useState(() => new Map<string, string>())
  const make = useMutation({
    mutationFn: (content: SuperbillContent) => {
      const key = JSON.stringify(content)
      const id = ids.get(key) ?? createId()
      ids.set(key, id)
      return api.superbill.make({ id, clientId, ...content })
    },
    onSuccess: () => {
      toast.success(t('dialog.done'))
      onClose()
    },
    onSettled: changed,
  })
  return { make, problem: make.error && refusal(make.error) }
}
