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
import classes from './SignPage.module.css'
import { TicketCodeForm } from './TicketCodeForm.tsx'
import { openedTicketQuery } from './ticket-query.ts'

const LegalLinks = lazyNamed(() => import('../../../../ui/list/LegalLinks.tsx'), 'LegalLinks')
const TicketFormView = lazyInBoundary(() => import('./TicketFormView.tsx'), 'TicketFormView')

/**
 * The page of the link that a guardian without an account receives by email. Asks once per browser for the code that the therapist gave the guardian,
 * then shows the form.
 */
export function SignPage() {
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
        <FormByToken token={token} />
      </main>
      <footer className={classes.foot}>
        <LegalLinks />
      </footer>
    </div>
  )
}

function FormByToken({ token }: { token: string }) {
  const { t } = useTranslation('signPage')
  const message = useErrorMessage()
  const [ended, setEnded] = useState<'void' | 'invalid' | null>(null)
  const read = useQuery(openedTicketQuery(token))
  const over = !token || errorCode(read.error) === 'INVALID_LINK' ? 'invalid' : ended
  if (over) return <PageText title={t(`${over}.title`)} text={t(`${over}.text`)} />
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
  if (read.data.needsCode)
    return (
      <PageText title={t('title')} text={t('for', { name: read.data.signerName })}>
        <p className={classes.text}>{t('notYou', { name: read.data.signerName })}</p>
        <TicketCodeForm token={token} onEnded={setEnded} />
      </PageText>
    )
  return (
    <Suspense fallback={loading}>
      <TicketFormView token={token} opened={read.data.form} />
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
