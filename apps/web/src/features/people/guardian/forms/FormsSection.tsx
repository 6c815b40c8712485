import type { GuardianFormItem } from '@attune/contract/features/people/guardian/guardian.forms'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { dateText } from '../../../../ui/page/date-text.ts'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { CardRow, Section } from '../../../../ui/page/Section.tsx'
import {
  FormAccessContext,
  FormDownload,
  SentFormBadge,
  useFormTimes,
  useSubscribeToForms,
} from '../../../care/form/form.ts'
import { useActingFor } from '../frame/acting-for.ts'
import classes from './FormsSection.module.css'
import { useGuardianFormAccess } from './use-guardian-form-access.ts'

/** The forms of a client on the home of a guardian: those to fill in, and below them those that were signed. */
export function GuardianFormsSection({ clientId }: { clientId: string }) {
  const { t } = useTranslation(['guardianForm', 'form', 'common'])
  const { firstName } = useActingFor()
  const access = useGuardianFormAccess(clientId)
  useSubscribeToForms()
  const read = useQuery(orpc.guardian.forms.queryOptions({ input: { actingFor: clientId } }))
  const open = (read.data?.items ?? []).filter(({ state }) => state === 'open').length
  return (
    <FormAccessContext value={access}>
      <Section title={t('title')} {...(open > 0 && { count: open, tint: 'answer' as const })} rows>
        <Query
          of={read}
          pending={<RowSkeletons rows={2} avatar={false} />}
          failed={t('failed')}
          again={t('again')}
          empty={
            read.data?.items.length === 0 && (
              <EmptyState icon={IconFileText} level="h3" title={t('none')} text={t('noneText', { name: firstName })} />
            )
          }
        >
          {({ items }) => items.map((form) => <FormRow key={form.id} clientId={clientId} form={form} />)}
        </Query>
      </Section>
    </FormAccessContext>
  )
}

type RowProps = { clientId: string; form: GuardianFormItem }

function FormRow({ clientId, form }: RowProps) {
  const { t } = useTranslation(['guardianForm', 'common'])
  const { id, title, state, hasSignature, isReady, signedBy } = form
  const page = { to: '/for/$clientId/forms/$formId', params: { clientId, formId: id } } as const
  return (
    <CardRow wraps>
      <div className={classes.texts}>
        <Link className={classes.link} {...page}>
          {title}
        </Link>
        <RowFacts form={form} />
      </div>
      {state === 'open' ? (
        <ButtonLink
          variant="light"
          size="sm"
          aria-label={t('common:labelled', { label: t('fillIn'), text: title })}
          {...page}
        >
          {t('fillIn')}
        </ButtonLink>
      ) : (
        <div className={classes.actions}>
          {state === 'withdrawn' && <SentFormBadge state={state} hasSignature={hasSignature} />}
          {signedBy === 'you' && <FormDownload id={id} title={title} isReady={isReady} />}
        </div>
      )}
    </CardRow>
  )
}

function RowFacts({ form }: Pick<RowProps, 'form'>) {
  const { t } = useTranslation(['guardianForm', 'form'])
  const { language } = useLocale()
  const { day } = useFormTimes()
  const { state, sentAt, dueDay, waitsForAnother } = form
  return (
    <div className={classes.facts}>
      <MetaList>
        {state === 'open' ? t('form:sentOn', { day: day(sentAt) }) : signerText(form)}
        {state === 'open' && dueDay && t('form:dueOn', { day: dateText(dueDay, language) })}
        {waitsForAnother && t('waits')}
      </MetaList>
    </div>
  )

  function signerText({ signedBy, signerName, signedAt, hasSignature }: GuardianFormItem): string {
    if (signedBy === 'you')
      return t(hasSignature ? 'signedByYou' : 'submittedByYou', { day: signedAt ? day(signedAt) : '' })
    if (signedBy === 'paper') return t('signedOnPaper')
    return signerName ? t('signedByName', { name: signerName }) : t('signedByAnother')
  }
}
