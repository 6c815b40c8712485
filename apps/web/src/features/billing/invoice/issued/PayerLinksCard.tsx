import type { InvoiceId } from '@attune/contract/common/ids'
import type { PayerLinks } from '@attune/contract/features/billing/invoice/invoice.links'
import { Button, Group, Text } from '@mantine/core'
import { IconLinkOff, IconMailForward } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { dayText, localDay } from '../../../../ui/page/date-text.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { CardRow, Section } from '../../../../ui/page/Section.tsx'
import { useNow } from '../../../../ui/page/use-now.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { useInvoiceRefusalText } from '../invoice-refusals.ts'
import { useInvalidateInvoices } from '../use-invoices.ts'
import classes from './PayerLinksCard.module.css'

type Link = PayerLinks['items'][number]

/** Lists the links with which a payer without an account opens an invoice, with buttons that send a new one or withdraw them. */
export function PayerLinksCard({ invoiceId }: { invoiceId: InvoiceId }) {
  const { t } = useTranslation('invoice')
  const read = useQuery(orpc.invoice.links.queryOptions({ input: { id: invoiceId } }))
  useSubscribeToLinks()
  if (!read.data) return null
  const { items, obstacle } = read.data
  if (items.length === 0 && obstacle === 'client-pays') return null
  return (
    <Section title={t('links.title')} rows>
      {items.map((link) => (
        <LinkRow key={link.id} link={link} />
      ))}
      <CardRow>
        <div className={classes.end}>
          {obstacle && obstacle !== 'client-pays' && <Text size="sm">{t(`links.obstacle.${obstacle}`)}</Text>}
          <LinkActions invoiceId={invoiceId} links={read.data} />
        </div>
      </CardRow>
    </Section>
  )
}

/** Refetches the links when one was sent, opened or withdrawn, when its email was sent or failed, and when the agreement changes. */
function useSubscribeToLinks() {
  const changed = useInvalidateInvoices()
  useSubscription('invoice_links', () => void changed())
  useSubscription('payers', () => void changed())
}

const hasEnded = ({ withdrawnAt, expiresAt }: Link, now: Date) => withdrawnAt !== null || new Date(expiresAt) <= now

function LinkRow({ link }: { link: Link }) {
  const { t } = useTranslation('invoice')
  const locale = useLocale()
  const now = useNow()
  const { occasion, email, sentAt, expiresAt, withdrawnAt, openedAt, openings, mail } = link
  const day = (at: string) => dayText(localDay(at, locale), locale)
  const facts = [
    t('links.sent', { day: day(sentAt) }),
    openedAt ? t('links.opened', { count: openings, day: day(openedAt) }) : t('links.notOpened'),
    withdrawnAt
      ? t('links.withdrawn', { day: day(withdrawnAt) })
      : t(hasEnded(link, now) ? 'links.expired' : 'links.expires', { day: day(expiresAt) }),
  ]
  return (
    <CardRow>
      <div className={classes.link}>
        <span className={classes.email}>{email}</span>
        <span className={classes.quiet}>{t(`links.occasion.${occasion}`)}</span>
        <span className={classes.quiet}>{facts.join(' · ')}</span>
        {(mail === 'failed' || mail === 'not-configured') && (
          <Text size="sm" c="var(--attune-danger)">
            {t(`links.mail.${mail}`)}
          </Text>
        )}
      </div>
    </CardRow>
  )
}

function LinkActions({ invoiceId, links }: { invoiceId: InvoiceId; links: PayerLinks }) {
  const { t } = useTranslation('invoice')
  const now = useNow()
  const [asked, setAsked] = useState(false)
  const send = useLinkAction(invoiceId, api.invoice.sendLink, t('links.done.sent'))
  const { items, recipients } = links
  return (
    <Group gap="sm">
      {recipients.length > 0 && (
        <Button
          variant="default"
          leftSection={<IconMailForward size={18} aria-hidden />}
          loading={send.isPending}
          onClick={() => send.mutate()}
        >
          {t(items.length ? 'links.again' : 'links.send')}
        </Button>
      )}
      {items.some((link) => !hasEnded(link, now)) && (
        <Button variant="default" leftSection={<IconLinkOff size={18} aria-hidden />} onClick={() => setAsked(true)}>
          {t('links.withdraw')}
        </Button>
      )}
      {asked && <WithdrawDialog invoiceId={invoiceId} onClose={() => setAsked(false)} />}
    </Group>
  )
}

/** Asks for confirmation before withdrawing the links that were sent to the payer. */
function WithdrawDialog({ invoiceId, onClose }: { invoiceId: InvoiceId; onClose: () => void }) {
  const { t } = useTranslation('invoice')
  const withdraw = useLinkAction(invoiceId, api.invoice.withdrawLinks, t('links.done.withdrawn'))
  return (
    <FormDialog
      danger
      title={t('links.ask.title')}
      submit={t('links.withdraw')}
      back={t('links.ask.keep')}
      busy={withdraw.isPending}
      onClose={onClose}
      onSubmit={() => withdraw.mutate(undefined, { onSettled: onClose })}
    >
      <Text size="sm">{t('links.ask.text')}</Text>
    </FormDialog>
  )
}

/** Returns a mutation that sends or withdraws the links of an invoice. Shows the toast `done`, or the reason for a failure. */
function useLinkAction(invoiceId: InvoiceId, act: (input: { id: InvoiceId }) => Promise<PayerLinks>, done: string) {
  const cache = useQueryClient()
  const changed = useInvalidateInvoices()
  const refusal = useInvoiceRefusalText()
  return useMutation({
    mutationFn: () => act({ id: invoiceId }),
    onSuccess: (links) => {
      cache.setQueryData(orpc.invoice.links.queryKey({ input: { id: invoiceId } }), links)
      toast.success(done)
      void changed()
    },
    onError: (error) => {
      toast.error(refusal(error))
      void changed()
    },
  })
}
