import type { ClientId, InvoiceId } from '@attune/contract/common/ids'
import { Button, Checkbox } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { moneyText } from '../../../../ui/page/money-text.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { isBillable, toBillSums, toBillKey, type ToBillGroup } from './groups.ts'
import { ToBillRow } from './ToBillRow.tsx'
import classes from './ToBill.module.css'
import { useDraftSessions } from './use-draft-sessions.ts'

/**
 * The unbilled sessions of one client. Preselects all billable ones. The button creates a draft with the selected sessions and opens it with the
 * dialog that issues it.
 */
export function ToBillGroupCard({ group }: { group: ToBillGroup }) {
  const { t } = useTranslation('toBill')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const billable = group.items.filter(isBillable)
  const chosen = billable.filter((item) => !left.has(toBillKey(item)))
  const payer = group.items[0]?.payerName ?? ''
  const toggle = (key: string, on: boolean) =>
    setLeft(new Set(on ? [...left].filter((one) => one !== key) : [...left, key]))
  return (
    <Section
      rows
      title={group.clientName}
      hint={payer !== group.clientName && t('paidBy', { name: payer })}
      action={
        billable.length > 1 && (
          <Checkbox
            label={t('all')}
            checked={chosen.length === billable.length}
            indeterminate={chosen.length > 0 && chosen.length < billable.length}
            onChange={(event) => setLeft(new Set(event.currentTarget.checked ? [] : billable.map(toBillKey)))}
          />
        )
      }
    >
      {group.items.some(({ payerAgreed }) => !payerAgreed) && <NotAgreed clientId={group.clientId} payer={payer} />}
      <ul className={classes.rows}>
        {group.items.map((item) => (
          <ToBillRow
            key={toBillKey(item)}
            item={item}
            chosen={isBillable(item) && !left.has(toBillKey(item))}
            onChosen={(on) => toggle(toBillKey(item), on)}
          />
        ))}
      </ul>
      {billable.length > 0 && <GroupFoot items={chosen} name={group.clientName} />}
    </Section>
  )
}

type ChosenProps = { items: ToBillGroup['items']; name: string }

/** The number of selected sessions, their sum, and the button that puts them on an invoice. */
function GroupFoot({ items, name }: ChosenProps) {
  const { t } = useTranslation('toBill')
  const { language } = useLocale()
  const sums = toBillSums(items).map(({ currency, minor }) => moneyText(minor, currency, language))
  return (
    <div className={classes.foot}>
      <span className={classes.sum}>
        <MetaList size={14}>
          {t('chosen', { count: items.length })}
          {sums.join(' + ')}
        </MetaList>
      </span>
      <CreateInvoiceButton items={items} name={name} />
    </div>
  )
}

/** A button that creates drafts for the sessions. Opens a single draft with the dialog that issues it; otherwise opens the list of drafts. */
function CreateInvoiceButton({ items, name }: ChosenProps) {
  const { t } = useTranslation(['toBill', 'common'])
  const navigate = useNavigate()
  const draft = useDraftSessions()
  const open = ({ ids }: { ids: InvoiceId[] }) => {
    const [invoiceId] = ids
    if (ids.length === 1 && invoiceId)
      return void navigate({
        to: '/dashboard/therapist/payments/$invoiceId',
        params: { invoiceId },
        search: { issue: true },
      })
    toast.success(t('drafted', { count: ids.length }))
    void navigate({ to: '/dashboard/therapist/payments', search: { filter: 'draft' } })
  }
  return (
    <Button
      variant="light"
      disabled={items.length === 0}
      loading={draft.isPending}
      aria-label={t('common:labelled', { label: t('create'), text: name })}
      onClick={() => draft.mutate(items, { onSuccess: open })}
    >
      {t('create')}
    </Button>
  )
}

/** Shows that nothing can be billed to this payer, because the client has not agreed to it. */
function NotAgreed({ clientId, payer }: { clientId: ClientId; payer: string }) {
  const { t } = useTranslation('toBill')
  return (
    <div className={classes.callout}>
      <Callout
        kind="warning"
        action={
          <ButtonLink
            variant="default"
            size="compact-sm"
            to="/dashboard/therapist/clients/$clientId/client-profile"
            params={{ clientId }}
          >
            {t('notAgreed.open')}
          </ButtonLink>
        }
      >
        {t('notAgreed.text', { name: payer })}
      </Callout>
    </div>
  )
}
