import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorCode } from '../../../../platform/api/errors.ts'
import { lazyInBoundary, lazyNamed } from '../../../../platform/lazy-named.ts'
import { takeLinkToken } from '../../../../platform/login/link-token.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { Logo } from '../../../../ui/base/Logo.tsx'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { LanguageSelect } from '../../../../ui/choice/LanguageSelect.tsx'
import classes from './LinkedInvoice.module.css'
import { linkedInvoiceQuery } from './linked-invoice-query.ts'
import { PostalCodeForm } from './PostalCodeForm.tsx'

const LegalLinks = lazyNamed(() => import('../../../../ui/list/LegalLinks.tsx'), 'LegalLinks')
const LinkedInvoiceView = lazyInBoundary(() => import('./LinkedInvoiceView.tsx'), 'LinkedInvoiceView')

/**
 * The page of the link that a payer without an account receives by email. Asks once per browser for the postal code of the payer's address, then
 * shows the invoice.
 */
export function LinkedInvoicePage() {
  const [token] = useState(takeLinkToken)
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <span className={classes.brand}>
          <Logo size={32} />
          Attune
        </span>
        <LanguageSelect />
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        <LinkedInvoiceByToken token={token} />
      </main>
      <footer className={classes.foot}>
        <LegalLinks />
      </footer>
    </div>
  )
}

function LinkedInvoiceByToken({ token }: { token: string }) {
  const { t } = useTranslation('linkedInvoice')
  const message = useErrorMessage()
  const [isOver, setOver] = useState(false)
  const read = useQuery(linkedInvoiceQuery(token))
  if (!token || isOver || errorCode(read.error) === 'INVALID_LINK')
    return <PageText title={t('invalid.title')} text={t('invalid.text')} />
  if (read.isError)
    return (
      <PageText title={t('title')}>
        <FormError>{errorCode(read.error) === 'TOO_MANY' ? message(read.error) : t('failed')}</FormError>
        <Button variant="default" size="md" loading={read.isFetching} onClick={() => void read.refetch()}>
          {t('again')}
        </Button>
      </PageText>
    )
  const loading = <Skeleton height={420} radius="md" aria-label={t('loading')} />
  if (read.isPending) return loading
  if (read.data.needsPostalCode)
    return (
      <PageText title={t('title')} text={t('text')}>
        <PostalCodeForm token={token} onInvalid={() => setOver(true)} />
      </PageText>
    )
  return (
    <Suspense fallback={loading}>
      <LinkedInvoiceView invoice={read.data.invoice} />
    </Suspense>
  )
}

function PageText({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Attune`
  }, [title])
  return (
    <div className={classes.texts}>
      <h1 className={classes.title}>{title}</h1>
      {text && <p className={classes.text}>{text}</p>}
      {children}
    </div>
  )
}
