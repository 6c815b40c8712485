import type { SafetyPlan } from '@attune/contract/features/care/safety/safety'
import { Button, Skeleton } from '@mantine/core'
import { IconPencil, IconShieldHeart } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { api } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useAuth } from '../../../../platform/auth/use-auth.ts'
import { readOfflinePlan, type OfflineSafetyPlan } from '../offline/plan.ts'
import { useMe } from '../../../../platform/login/login.ts'
import { useOnline } from '../../../../platform/offline/use-online.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { PageColumns, PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { OfflinePlanSetting } from '../offline/OfflinePlanSetting.tsx'
import { EmergencyNumbers } from '../EmergencyNumbers.tsx'
import { emergencyCountry, isEmptyPlan, type SafetyPlanContent } from './plan.ts'
import { SafetyPlanView } from './SafetyPlanView.tsx'
import { SafetyPlanSharing } from './SafetyPlanSharing.tsx'
import { useOwnSafetyPlan, useSafetyPlanCache } from './use-own-plan.ts'

const SafetyPlanForm = lazyNamed(
  () => import('./SafetyPlanForm.tsx'),
  'SafetyPlanForm',
  <Skeleton height={420} radius={14} />,
)
const route = getRouteApi('/dashboard/client/safety')

/**
 * Shows the client's own safety plan. Emergency numbers come first, then the plan, the therapists who can read it, and
 * the setting that allows reading it without signing in.
 */
export function SafetyPlanPage() {
  const { edit = false } = route.useSearch()
  const read = useOwnSafetyPlan()
  const own = read.data
  return own && edit ? <EditOwnPlan plan={own.plan} /> : <OwnPlanView read={read} />
}

/** Returns a function that opens (true) or closes (false) the form of the plan. */
function useSetEdit() {
  const navigate = route.useNavigate()
  return (on: boolean) =>
    void navigate({ search: on ? { edit: true } : {}, replace: !on, ignoreBlocker: !on, resetScroll: on })
}

function EditOwnPlan({ plan: saved }: { plan: SafetyPlan }) {
  const { t } = useTranslation('safety')
  const navigate = route.useNavigate()
  const setEdit = useSetEdit()
  const cache = useSafetyPlanCache()
  return (
    <>
      <PageHeader title={t('form.title')} />
      <SafetyPlanForm
        name="safety-plan"
        saved={saved}
        send={(plan) => api.safety.save(plan)}
        onSaved={(plan) => {
          cache.putPlan(plan)
          toast.success(t('saved'))
          setEdit(false)
        }}
        onCancel={() => void navigate({ search: {} })}
      />
    </>
  )
}

function OwnPlanView({ read }: { read: ReturnType<typeof useOwnSafetyPlan> }) {
  const { t } = useTranslation('safety')
  const setEdit = useSetEdit()
  const own = read.data
  const online = useOnline()
  const kept = useStoredPlan(!own)
  const plan: OfflineSafetyPlan | undefined = own?.plan ?? kept ?? undefined
  return (
    <>
      <PageHeader
        title={t('mine')}
        facts={t('facts')}
        actions={<EditButton hidden={!own || isEmptyPlan(own.plan)} onClick={() => setEdit(true)} />}
      />
      <PageColumns
        main={
          <>
            <CallNow own={own?.plan} shown={plan} waits={read.isLoading} />
            {kept && (read.isError || !online) && <Callout kind="offline">{t('savedCopy.offline')}</Callout>}
            {read.isPending && !kept && <Skeleton height={300} radius={14} aria-busy aria-label={t('mine')} />}
            {read.isError && !own && !kept && <Query of={read} failed={t('loadFailed')} again={t('again')} card />}
            {plan && <PlanSection plan={plan} own={own?.plan} onEdit={() => setEdit(true)} />}
          </>
        }
        side={
          own && (
            <>
              <SafetyPlanSharing therapists={own.therapists} />
              <OfflinePlanSetting offline={own.offline} />
            </>
          )
        }
      />
    </>
  )
}

/** A button that keeps its place while it is hidden, so that nothing moves when the plan has loaded. */
function EditButton({ hidden, onClick }: { hidden: boolean; onClick: () => void }) {
  const { t } = useTranslation('safety')
  return (
    <Button
      variant="default"
      leftSection={<IconPencil size={18} stroke={1.6} aria-hidden />}
      onClick={onClick}
      style={hidden ? { visibility: 'hidden' } : undefined}
    >
      {t('edit')}
    </Button>
  )
}

type CallNowProps = { own: SafetyPlan | undefined; shown: OfflineSafetyPlan | undefined; waits: boolean }

/**
 * Shows the emergency numbers of the plan's country. The client can choose another country once the plan is loaded from
 * the server.
 */
function CallNow({ own, shown, waits }: CallNowProps) {
  const { t } = useTranslation('safety')
  const locale = useLocale()
  const cache = useSafetyPlanCache()
  const save = useMutation({
    mutationFn: (wanted: string) => api.safety.save({ ...savedContent(own), country: wanted }),
    onSuccess: cache.putPlan,
    onError: (error) => {
      if (errorCode(error) !== 'CHANGED') toast.error(t('now.countryFailed'))
      void cache.refetchSaved()
    },
  })
  const country = save.isPending ? save.variables : emergencyCountry(shown ?? null, locale.zone)
  return (
    <Section title={t('now.title')} hint={t('now.hint')} tint="now">
      <EmergencyNumbers country={country} {...((own ?? waits) && { onCountry: own ? save.mutate : 'waits' })} />
    </Section>
  )
}

/**
 * Shows the plan. `own` is the plan from the server. While it is undefined, `plan` is the plan stored on this device.
 */
function PlanSection({
  plan,
  own,
  onEdit,
}: {
  plan: OfflineSafetyPlan
  own: SafetyPlan | undefined
  onEdit: () => void
}) {
  const { t } = useTranslation('safety')
  const locale = useLocale()
  const hint =
    own?.updatedAt && own.updatedBy && t(`updated.${own.updatedBy}`, { when: momentInSentence(own.updatedAt, locale) })
  return (
    <Section title={t('mine')} hint={hint}>
      {isEmptyPlan(plan) ? (
        <EmptyState icon={IconShieldHeart} level="h3" title={t('emptyTitle')} text={t('emptyText')}>
          {own && <Button onClick={onEdit}>{t('begin')}</Button>}
        </EmptyState>
      ) : (
        <SafetyPlanView plan={plan} />
      )}
    </Section>
  )
}

/**
 * Returns the plan stored on this device, or null if `requested` is false or the plan is not loaded yet. Waits for the
 * lock state of the page, because a locked page must not show the plan.
 */
function useStoredPlan(requested: boolean): OfflineSafetyPlan | null {
  const me = useMe()
  const lockUnknown = useAuth().loading
  const wanted = requested && !lockUnknown
  const [kept, setKept] = useState<OfflineSafetyPlan | null>(null)
  const account = me?.id
  useEffect(() => {
    let mounted = true
    if (wanted && account) void readOfflinePlan(account).then((plan) => mounted && setKept(plan))
    return () => {
      mounted = false
    }
  }, [wanted, account])
  return wanted ? kept : null
}

function savedContent(plan: (SafetyPlanContent & { version: number }) | undefined) {
  if (!plan) throw new Error('no plan to save')
  const { warningSigns, whatHelps, people, professionals, version } = plan
  return { warningSigns, whatHelps, people, professionals, version }
}
