import '../../../ui/styles-overlay.ts'
import { missingScriptOf } from '@attune/contract/features/billing/invoice/invoice.letters.rules'
import type { Client } from '@attune/contract/features/people/client/client'
import type { ClientBilling } from '@attune/contract/features/billing/payer/payer'
import {
  organizationTypes,
  payerKinds,
  payerLengths,
  printsDiagnosis,
} from '@attune/contract/features/billing/payer/payer.rules'
import { Checkbox, Input, NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../ui/base/Callout.tsx'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { PayerAddress } from './PayerAddress.tsx'
import { payerDraftOf, payerFrom, payerOfKind, payerProblems, payerTexts, type PayerDraft } from './payer-draft.ts'
import { useSavePayer } from './use-payer.ts'

type Props = {
  client: Pick<Client, 'id' | 'firstName'>
  billing: ClientBilling
  /** The country of the business; null if unknown. */
  country: string | null
  onClose: () => void
}

/** Edits who pays the invoices of a client. */
export function PayerDialog({ client, billing, country, onClose }: Props) {
  const { t } = useTranslation(['payer', 'common'])
  const [before] = useState(() => payerDraftOf(billing.payer, country))
  const [draft, setDraft] = useState(before)
  const [isChecked, setChecked] = useState(false)
  const save = useSavePayer()
  const problems = payerProblems(draft)
  const submit = () => {
    setChecked(true)
    if (problems.length === 0) save.mutate(payerFrom(draft), { onSuccess: onClose })
  }
  const fields = {
    draft,
    problems: isChecked ? problems : [],
    onChange: (part: Partial<PayerDraft>) => setDraft({ ...draft, ...part }),
  }
  return (
    <FormDialog
      wide
      title={t('dialog.title', { name: client.firstName })}
      submit={t('dialog.save')}
      back={t('common:cancel')}
      busy={save.isPending}
      dirty={draft !== before}
      onClose={onClose}
      onSubmit={submit}
    >
      <KindFields
        {...fields}
        name={client.firstName}
        contacts={billing.contacts}
        onKind={(kind) => setDraft(payerOfKind(draft, kind, before, billing.contacts))}
      />
      <MissingLetters of={payerTexts(draft, billing)} />
      <PayerAddress {...fields} />
      {printsDiagnosis(country) && <DiagnosisFields {...fields} name={client.firstName} />}
    </FormDialog>
  )
}

/** Shows while the form is filled in that the name or the address has letters that invoices cannot show. */
function MissingLetters({ of }: { of: readonly string[] }) {
  const { t } = useTranslation('payer')
  const script = missingScriptOf(of)
  return (
    <div role="status">
      {script && <Callout kind="warning">{t('lettersMissing', { letters: t(`letters.${script}`) })}</Callout>}
    </div>
  )
}

export type PayerFieldsProps = {
  draft: PayerDraft
  problems: ReturnType<typeof payerProblems>
  onChange: (part: Partial<PayerDraft>) => void
}

type KindProps = PayerFieldsProps & {
  name: string
  contacts: ClientBilling['contacts']
  onKind: (kind: PayerDraft['kind']) => void
}

function KindFields({ draft, problems, onChange, name, contacts, onKind }: KindProps) {
  const { t } = useTranslation('payer')
  const { kind, contactId } = draft
  return (
    <>
      <Radio.Group
        label={t('dialog.kind')}
        value={kind}
        onChange={(value) => onKind(payerKinds.find((one) => one === value) ?? kind)}
      >
        <Stack gap="xs" mt="xs">
          {payerKinds.map((one) => (
            <Radio
              key={one}
              value={one}
              label={t(`dialog.${one}`, { name })}
              description={one === 'contact' && contacts.length === 0 && t('dialog.noContacts')}
              disabled={one === 'contact' && contacts.length === 0}
              data-autofocus={one === kind || undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
      {kind === 'contact' && (
        <NativeSelect
          label={t('dialog.whichContact')}
          description={t('dialog.contactIsPrivate', { type: t('organizationType.company') })}
          value={contactId ?? ''}
          error={problems.includes('contactId') && t('problem.contact')}
          data={contacts.map(({ id, name: label }) => ({ value: id, label }))}
          onChange={({ currentTarget: { value } }) => {
            const contact = contacts.find(({ id }) => id === value)
            onChange({ contactId: value, email: contact?.email ?? '' })
          }}
        />
      )}
      {kind === 'organization' && <OrganizationFields draft={draft} problems={problems} onChange={onChange} />}
    </>
  )
}

function OrganizationFields({ draft, problems, onChange }: PayerFieldsProps) {
  const { t } = useTranslation('payer')
  return (
    <>
      <TextInput
        label={t('dialog.organizationName')}
        maxLength={payerLengths.name}
        value={draft.name}
        error={problems.includes('name') && t('problem.name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('dialog.organizationType')}
        value={draft.organizationType ?? 'company'}
        data={organizationTypes.map((value) => ({ value, label: t(`organizationType.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ organizationType: organizationTypes.find((one) => one === value) ?? null })
        }
      />
    </>
  )
}

function DiagnosisFields({ draft, onChange, name }: PayerFieldsProps & { name: string }) {
  const { t } = useTranslation('payer')
  return (
    <Input.Wrapper label={t('diagnosis.label')} description={t('diagnosis.hint')} labelElement="div">
      <Stack gap="xs" mt="xs" role="group" aria-label={t('diagnosis.label')}>
        <Checkbox
          label={t('diagnosis.client', { name })}
          checked={draft.clientWantsDiagnosis}
          onChange={(event) => onChange({ clientWantsDiagnosis: event.currentTarget.checked })}
        />
        {draft.kind !== 'client' && (
          <Checkbox
            label={t('diagnosis.payer')}
            checked={draft.wantsDiagnosis}
            onChange={(event) => onChange({ wantsDiagnosis: event.currentTarget.checked })}
          />
        )}
      </Stack>
    </Input.Wrapper>
  )
}
