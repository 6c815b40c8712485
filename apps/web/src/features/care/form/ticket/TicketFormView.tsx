import type { TicketForm } from '@attune/contract/features/care/form/form.tickets'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { FillForm } from '../fill/FillForm.tsx'
import { FormAccessContext } from '../fill/form-access.ts'
import { FormDownload } from '../FormDownload.tsx'
import classes from './SignPage.module.css'
import { ticketFormQuery } from './ticket-query.ts'
import { useTicketAccess } from './use-ticket-access.ts'

type Props = { token: string; opened: TicketForm }

/** The form of a confirmed link: to be filled in and signed, then the download of its PDF. */
export function TicketFormView({ token, opened }: Props) {
  const { t } = useTranslation(['signPage', 'form', 'note', 'safety'])
  const [hasEnded, setHasEnded] = useState(false)
  const [end] = useState(() => () => setHasEnded(true))
  const access = useTicketAccess(token, opened, end)
  const { data: form } = useQuery(ticketFormQuery(token, opened))
  useEffect(() => {
    document.title = `${t(form.signedAt ? 'done.signed' : 'title')} · Attune`
  }, [form.signedAt, t])
  return (
    <FormAccessContext value={access}>
      {form.signedAt ? (
        <DoneView form={form} />
      ) : (
        <Narrow>
          <Callout>
            {t('signingFor', { firstName: form.firstName, name: nameOf(form) })}{' '}
            {t('notYou', { name: form.signerName })}
          </Callout>
          {hasEnded && (
            <Callout kind="danger" urgent title={t('ended.title')}>
              {t('ended.text')}
            </Callout>
          )}
          <FillForm form={form} />
        </Narrow>
      )}
    </FormAccessContext>
  )
}

const nameOf = ({ signerName, signerRelation }: TicketForm) =>
  signerRelation ? `${signerName} (${signerRelation})` : signerName

const Narrow = ({ children }: { children: ReactNode }) => <div className={classes.narrow}>{children}</div>

/** Shows that the form was signed, and offers the PDF. */
function DoneView({ form }: { form: TicketForm }) {
  const { t } = useTranslation(['signPage', 'form'])
  const { hasSignature, therapistName, id, title, isReady } = form
  return (
    <div className={classes.texts} role="status">
      <h1 className={classes.title}>{t(hasSignature ? 'done.signed' : 'done.submitted')}</h1>
      <p className={classes.text}>{t('done.text', { therapist: therapistName })}</p>
      <div className={classes.form}>
        {isReady ? (
          <div>
            <FormDownload id={id} title={title} isReady />
          </div>
        ) : (
          <Text size="sm" c="dimmed">
            {t('done.making')}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {t('done.close')}
        </Text>
      </div>
    </div>
  )
}
