import type { ClientId } from '@attune/contract/common/ids'
import type { PlanView } from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import { Button } from '@mantine/core'
import { IconHistory, IconPencil, IconTargetArrow } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyInBoundary, lazyNamed } from '../../../platform/lazy-named.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { EmptyState } from '../../../ui/page/loading/EmptyState.tsx'
import { RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'
import { PageColumns } from '../../../ui/page/PageHeader.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { Card, Section } from '../../../ui/page/Section.tsx'
import { dateText, localDay } from '../../../ui/page/date-text.ts'
import { useNow } from '../../../ui/page/use-now.ts'
import { DiagnosesCard } from './diagnoses/DiagnosesCard.tsx'
import { GoalList } from './goals/GoalList.tsx'
import { PlanSharing } from './sharing/PlanSharing.tsx'
import { PlanSignatures } from './sharing/PlanSignatures.tsx'
import classes from './treatment-plan.module.css'
import { usePlan } from './use-plan.ts'

const PlanEditor = lazyInBoundary(() => import('./PlanEditor.tsx'), 'PlanEditor')
const VersionsDialog = lazyNamed(() => import('./VersionsDialog.tsx'), 'VersionsDialog')

/** The tab 'Plan' of a client record: goals with progress, interventions, diagnoses, sharing and signatures. */
export function ClientPlan({ clientId }: { clientId: ClientId }) {
  const { t } = useTranslation('treatmentPlan')
  const read = usePlan(clientId)
  const [editing, setEditing] = useState(false)
  const pending = (
    <Card>
      <RowSkeletons rows={5} avatar={false} />
    </Card>
  )
  return (
    <Query of={read} pending={pending} failed={t('failed')} again={t('again')} card>
      {(view) =>
        editing ? (
          <Suspense fallback={pending}>
            <PlanEditor view={view} onClose={() => setEditing(false)} />
          </Suspense>
        ) : (
          <PlanColumns view={view} onEdit={() => setEditing(true)} />
        )
      }
    </Query>
  )
}

type Props = { view: PlanView; onEdit: () => void }

function PlanColumns({ view, onEdit }: Props) {
  return (
    <PageColumns
      main={
        <>
          <GoalsSection view={view} onEdit={onEdit} />
          <Interventions view={view} />
        </>
      }
      side={
        <>
          <DiagnosesCard view={view} />
          {view.plan && <PlanSharing view={view} plan={view.plan} />}
          {view.plan && <PlanSignatures view={view} plan={view.plan} />}
        </>
      }
    />
  )
}

function GoalsSection({ view, onEdit }: Props) {
  const { t } = useTranslation('treatmentPlan')
  const { plan } = view
  if (!plan)
    return (
      <Section title={t('title')}>
        <EmptyState icon={IconTargetArrow} level="h3" title={t('empty.title')} text={t('empty.text')}>
          <Button onClick={onEdit}>{t('empty.begin')}</Button>
        </EmptyState>
      </Section>
    )
  return (
    <Section
      title={t('title')}
      hint={<PlanFacts view={view} />}
      action={
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
          onClick={onEdit}
        >
          {t('edit')}
        </Button>
      }
    >
      {plan.goals.length === 0 && <p className={classes.quiet}>{t('noGoals')}</p>}
      <GoalList goals={plan.goals} progress={view.progress} clientId={view.clientId} />
    </Section>
  )
}

/** Shows the version, its date and the date of the review, with a button that shows all versions. */
function PlanFacts({ view: { plan, clientId } }: { view: PlanView }) {
  const { t } = useTranslation('treatmentPlan')
  const locale = useLocale()
  const now = useNow()
  const [versions, setVersions] = useState(false)
  if (!plan) return null
  const due = plan.reviewOn !== null && plan.reviewOn <= localDay(now.toISOString(), locale)
  return (
    <span className={classes.facts}>
      <button type="button" className={classes.versions} aria-haspopup="dialog" onClick={() => setVersions(true)}>
        <IconHistory size={14} aria-hidden />
        {t('version.full', { number: plan.number, day: dateText(localDay(plan.madeAt, locale), locale.language) })}
      </button>
      {plan.reviewOn && (
        <span data-due={due || undefined} className={classes.review}>
          {t(due ? 'reviewDue' : 'reviewOn', { day: dateText(plan.reviewOn, locale.language) })}
        </span>
      )}
      {versions && <VersionsDialog clientId={clientId} onClose={() => setVersions(false)} />}
    </span>
  )
}

function Interventions({ view: { plan } }: { view: PlanView }) {
  const { t } = useTranslation('treatmentPlan')
  if (!plan?.interventions.length) return null
  return (
    <Section title={t('interventions')} hint={t('onlyYou')}>
      <ul className={classes.bullets}>
        {plan.interventions.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </Section>
  )
}
