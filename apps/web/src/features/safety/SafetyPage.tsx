import { Button, Skeleton } from '@mantine/core'
import { IconPencil, IconShieldHeart } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { codeOf } from '../../platform/faults.ts'
import { planOf, type PlanHere } from '../../platform/kept-plan.ts'
import { useMe } from '../../platform/login.ts'
import { useOnline } from '../../platform/online.ts'
import { useReader } from '../../platform/reader.ts'
import { Empty } from '../../ui/Empty.tsx'
import { momentWithin } from '../../ui/moment.ts'
import { Note } from '../../ui/Note.tsx'
import { Columns, PageHead } from '../../ui/PageHead.tsx'
import { Panel, Section } from '../../ui/Section.tsx'
import { toast } from '../../ui/toast.ts'
import { LoadFailed } from '../../ui/Waiting.tsx'
import { Device } from './Device.tsx'
import { Numbers } from './Numbers.tsx'
import { countryOf, isEmpty, type PlanWords } from './plan.ts'
import { PlanParts } from './PlanParts.tsx'
import { Readers } from './Readers.tsx'
import { useOwnPlan, usePlanCache } from './use-plan.ts'

const PlanForm = lazy(() => import('./PlanForm.tsx').then((file) => ({ default: file.PlanForm })))
const route = getRouteApi('/dashboard/client/safety')

/**
 * The client's own safety plan: emergency numbers first, then the plan, who can read it, and whether it is stored on
 * this device.
 */
export function SafetyPage() {
  const { t } = useTranslation('safety')
  const reader = useReader()
  const { edit = false } = route.useSearch()
  const navigate = route.useNavigate()
  const read = useOwnPlan()
  const cache = usePlanCache()
  const own = read.data
  const online = useOnline()
  const kept = useStoredPlan(!own && (read.isError || !online))
  const country = useMutation({
    mutationFn: (wanted: string) => api.safety.save({ ...savedContent(own?.plan), country: wanted }),
    onSuccess: cache.putPlan,
    onError: (error) => {
      if (codeOf(error) !== 'CHANGED') toast.error(t('readers.failed'))
      void cache.readAnew()
    },
  })
  const setEdit = (on: boolean) =>
    void navigate({ search: on ? { edit: true } : {}, replace: !on, ignoreBlocker: !on, resetScroll: on })
  if (own && edit)
    return (
      <>
        <PageHead title={t('form.title')} />
        <Suspense fallback={<Skeleton height={420} radius={14} />}>
          <PlanForm
            name="safety-plan"
            saved={own.plan}
            send={(plan) => api.safety.save(plan)}
            onSaved={(plan) => {
              cache.putPlan(plan)
              toast.success(t('saved'))
              setEdit(false)
            }}
            onCancel={() => void navigate({ search: {} })}
          />
        </Suspense>
      </>
    )
  const plan: PlanHere | undefined = own?.plan ?? kept ?? undefined
  const shownCountry = country.isPending ? country.variables : countryOf(plan ?? null, reader.zone)
  const written = own?.plan.updatedAt && own.plan.updatedBy
  return (
    <>
      <PageHead
        title={t('mine')}
        facts={t('facts')}
        actions={
          own &&
          !isEmpty(own.plan) && (
            <Button
              variant="default"
              leftSection={<IconPencil size={18} stroke={1.6} aria-hidden />}
              onClick={() => setEdit(true)}
            >
              {t('edit')}
            </Button>
          )
        }
      />
      <Columns
        main={
          <>
            <Section title={t('now.title')} hint={t('now.hint')} tint="now">
              <Numbers country={shownCountry} {...(own && { onCountry: (wanted) => country.mutate(wanted) })} />
            </Section>
            {kept && <Note kind="offline">{t('kept.offline')}</Note>}
            {read.isPending && !kept && <Skeleton height={300} radius={14} aria-busy aria-label={t('mine')} />}
            {read.isError && !own && !kept && (
              <Panel>
                <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={() => void read.refetch()} />
              </Panel>
            )}
            {plan && (
              <Section
                title={t('mine')}
                hint={
                  written &&
                  t(`updated.${own.plan.updatedBy}`, { when: momentWithin(own.plan.updatedAt ?? '', reader) })
                }
              >
                {isEmpty(plan) ? (
                  <Empty icon={IconShieldHeart} level="h3" title={t('emptyTitle')} text={t('emptyText')}>
                    {own && <Button onClick={() => setEdit(true)}>{t('begin')}</Button>}
                  </Empty>
                ) : (
                  <PlanParts plan={plan} />
                )}
              </Section>
            )}
          </>
        }
        side={
          own && (
            <>
              <Readers therapists={own.therapists} />
              <Device offline={own.offline} />
            </>
          )
        }
      />
    </>
  )
}

/** Reads the plan stored on this device when the server does not answer. */
function useStoredPlan(wanted: boolean): PlanHere | null {
  const me = useMe()
  const [kept, setKept] = useState<PlanHere | null>(null)
  const account = me?.id
  useEffect(() => {
    let mounted = true
    if (wanted && account) void planOf(account).then((plan) => mounted && setKept(plan))
    return () => {
      mounted = false
    }
  }, [wanted, account])
  return wanted ? kept : null
}

function savedContent(plan: (PlanWords & { version: number }) | undefined) {
  if (!plan) throw new Error('no plan to save')
  const { warningSigns, whatHelps, people, professionals, version } = plan
  return { warningSigns, whatHelps, people, professionals, version }
}
