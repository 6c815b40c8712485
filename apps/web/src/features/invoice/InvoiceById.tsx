import { VisuallyHidden } from '@mantine/core'
import { IconReceiptOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../platform/api.ts'
import { errorCode } from '../../platform/errors.ts'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { ButtonLink } from '../../ui/base/ButtonLink.tsx'
import { DetailSkeleton } from '../../ui/page/DetailSkeleton.tsx'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { LoadFailed } from '../../ui/page/ListStates.tsx'
import { Card } from '../../ui/page/Section.tsx'
import { useSubscribeToInvoices } from './use-invoices.ts'

const Draft = lazyNamed(() => import('./DraftEditor.tsx'), 'DraftEditor')
const Issued = lazyNamed(() => import('./IssuedInvoice.tsx'), 'IssuedInvoice')

type Props = {
  id: string
  /** Whether the dialog that issues a draft is open. */
  asksIssue: boolean
  onAskIssue: (on: boolean) => void
}

/** Loads an invoice and shows the editor of a draft, or the issued invoice or credit note. */
export function InvoiceById({ id, asksIssue, onAskIssue }: Props) {
  const { t } = useTranslation('invoice')
  useSubscribeToInvoices()
  const read = useQuery(orpc.invoice.get.queryOptions({ input: { id } }))
  if (read.isPending) return <DetailSkeleton title={t('kinds.invoice')} />
  if (!read.data) return <NoInvoice error={read.error} onAgain={() => void read.refetch()} />
  const invoice = read.data
  return (
    <Suspense fallback={<DetailSkeleton title={t('kinds.invoice')} />}>
      {invoice.status === 'draft' ? (
        <Draft invoice={invoice} asksIssue={asksIssue} onAskIssue={onAskIssue} />
      ) : (
        <Issued invoice={invoice} />
      )}
    </Suspense>
  )
}

/** Shows that there is no such invoice [8.04], or that loading failed. */
function NoInvoice({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const { t } = useTranslation('invoice')
  if (!['NOT_FOUND', 'BAD_REQUEST'].includes(errorCode(error)))
    return (
      <Card>
        <VisuallyHidden component="h1">{t('kinds.invoice')}</VisuallyHidden>
        <LoadFailed words={t('page.failed')} again={t('again')} onAgain={onAgain} />
      </Card>
    )
  return (
    <Card>
      <EmptyState icon={IconReceiptOff} level="h1" title={t('page.notFound')} text={t('page.notFoundText')}>
        <ButtonLink variant="light" to="/dashboard/therapist/payments">
          {t('page.toList')}
        </ButtonLink>
      </EmptyState>
    </Card>
  )
}
