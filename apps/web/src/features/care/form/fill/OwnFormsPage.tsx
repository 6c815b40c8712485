import type { OwnForm } from '@attune/contract/features/care/form/form.schemas'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { Card, CardRow, Section } from '../../../../ui/page/Section.tsx'
import { dateText } from '../../../../ui/page/date-text.ts'
import { OwnDocuments } from '../../document/document.ts'
import classes from '../Form.module.css'
import { FormDownload } from '../FormDownload.tsx'
import { SentFormBadge } from '../SentFormBadge.tsx'
import { useFormTimes, useSubscribeToForms } from '../use-forms.ts'

/** Lists the client's open and signed forms, and the client's documents. */
export function OwnFormsPage() {
  const { t } = useTranslation(['form', 'document', 'file'])
  useSubscribeToForms()
  const read = useQuery(orpc.form.mine.queryOptions({ input: {} }))
  return (
    <>
      <PageHeader title={t('own.page')} />
      <div className={classes.parts} data-narrow>
        <Query
          of={read}
          pending={
            <Card>
              <RowSkeletons rows={3} avatar={false} />
            </Card>
          }
          failed={t('failed')}
          again={t('again')}
          card
        >
          {({ items }) => <OwnForms items={items} />}
        </Query>
        <OwnDocuments />
      </div>
    </>
  )
}

function OwnForms({ items }: { items: readonly OwnForm[] }) {
  const { t } = useTranslation('form')
  const open = items.filter(({ state }) => state === 'open')
  const ended = items.filter(({ state }) => state !== 'open')
  return (
    <>
      <Section
        title={t('own.open')}
        count={open.length}
        rows={open.length > 0}
        {...(open.length > 0 && { tint: 'answer' as const })}
      >
        {open.length === 0 && (
          <EmptyState icon={IconFileText} level="h3" title={t('own.noneOpen')} text={t('own.noneOpenText')} />
        )}
        {open.map((form) => (
          <OwnFormRow key={form.id} form={form} />
        ))}
      </Section>
      {ended.length > 0 && (
        <Section title={t('own.ended')} rows>
          {ended.map((form) => (
            <OwnFormRow key={form.id} form={form} />
          ))}
        </Section>
      )}
    </>
  )
}

/** Shows whose form it is, when it was sent or signed and how, and what is still due. */
function OwnFormFacts({ form }: { form: OwnForm }) {
  const { t } = useTranslation(['form', 'formPaper'])
  const { language } = useLocale()
  const { day } = useFormTimes()
  const { state, therapistName, signedAt, dueDay, sentAt, paper, hasSignature, needsGuardian, isSignedByGuardian } =
    form
  const signed = isSignedByGuardian ? 'own.guardianSigned' : hasSignature ? 'signedOn' : 'submittedOn'
  return (
    <div className={classes.facts}>
      <MetaList>
        {therapistName}
        {paper
          ? t('formPaper:signed', { name: paper.signerName, day: dateText(paper.signedOn, language) })
          : signedAt
            ? t(signed, { day: day(signedAt) })
            : t('sentOn', { day: day(sentAt) })}
        {state === 'open' && dueDay && t('dueOn', { day: dateText(dueDay, language) })}
        {needsGuardian && t('own.guardianNeeded')}
      </MetaList>
    </div>
  )
}

function OwnFormRow({ form }: { form: OwnForm }) {
  const { t } = useTranslation(['form', 'formPaper', 'common'])
  const { id, title, state, paper, hasSignature, needsGuardian, isSignedByGuardian } = form
  const action = t(needsGuardian ? 'formPaper:read' : 'own.fillIn')
  return (
    <CardRow wraps>
      <div className={classes.texts}>
        <Link className={classes.link} to="/dashboard/client/forms/$id" params={{ id }}>
          {title}
        </Link>
        <OwnFormFacts form={form} />
      </div>
      {state === 'open' ? (
        <ButtonLink
          variant="light"
          size="sm"
          aria-label={t('common:labelled', { label: action, text: title })}
          to="/dashboard/client/forms/$id"
          params={{ id }}
        >
          {action}
        </ButtonLink>
      ) : (
        <div className={classes.actions}>
          {state === 'withdrawn' && <SentFormBadge state={state} hasSignature={hasSignature} />}
          {!paper && !isSignedByGuardian && <FormDownload id={id} title={title} isReady={form.isReady} />}
        </div>
      )}
    </CardRow>
  )
}
