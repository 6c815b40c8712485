import type { OwnTreatmentPlan } from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import { Button } from '@mantine/core'
import { IconTargetArrow } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { api, orpc } from '../../../platform/api/api.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { EmptyState } from '../../../ui/page/loading/EmptyState.tsx'
import { RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { Card, Section } from '../../../ui/page/Section.tsx'
import { useMarkSubjectRead } from '../../messages/notification/notification.ts'
import { SharedPlan } from './SharedPlan.tsx'
import { SignatureList } from './sharing/SignatureList.tsx'
import classes from './treatment-plan.module.css'
import { useSubscribeToPlans } from './use-plan.ts'

const SignDialog = lazyNamed(() => import('./sharing/SignDialog.tsx'), 'SignDialog')

/** The plans that therapists share with the acting client: goals, objectives, progress, and the signature if requested. */
export function OwnPlanPage() {
  const { t } = useTranslation('treatmentPlan')
  useSubscribeToPlans()
  const read = useQuery(orpc.treatmentPlan.mine.queryOptions({ input: {} }))
  const pending = (
    <Card>
      <RowSkeletons rows={5} avatar={false} />
    </Card>
  )
  return (
    <>
      <PageHeader title={t('own.title')} facts={t('own.facts')} />
      <Query of={read} pending={pending} failed={t('failed')} again={t('again')} card>
        {({ items }) =>
          items.length === 0 ? (
            <Card>
              <EmptyState icon={IconTargetArrow} title={t('own.emptyTitle')} text={t('own.emptyText')} />
            </Card>
          ) : (
            <div className={classes.form}>
              {items.map((plan) => (
                <OwnPlan key={plan.clientId} plan={plan} />
              ))}
            </div>
          )
        }
      </Query>
    </>
  )
}

function OwnPlan({ plan }: { plan: OwnTreatmentPlan }) {
  const { t } = useTranslation('treatmentPlan')
  useMarkSubjectRead('client', plan.clientId)
  return (
    <SharedPlan
      plan={plan}
      progress={plan.progress}
      above={<SignatureRequest plan={plan} />}
      aside={
        <Section title={t('sign.title')}>
          <SignatureList signatures={plan.signatures} />
        </Section>
      }
    />
  )
}

/** Asks the client for a signature, if the therapist wants one and it is missing. */
function SignatureRequest({ plan }: { plan: OwnTreatmentPlan }) {
  const { t } = useTranslation('treatmentPlan')
  const [open, setOpen] = useState(false)
  const { clientId, versionId, number, asksSignature, signatures, therapistName, clientName } = plan
  if (!asksSignature || signatures.client) return null
  return (
    <>
      <Callout
        title={t('own.asked', { name: therapistName })}
        action={<Button onClick={() => setOpen(true)}>{t('sign.sign')}</Button>}
      >
        {t('own.askedText')}
      </Callout>
      {open && (
        <SignDialog
          name={clientName}
          number={number}
          send={(name) => api.treatmentPlan.signMine({ clientId, versionId, name })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
