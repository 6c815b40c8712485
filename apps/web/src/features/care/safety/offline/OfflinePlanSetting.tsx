import { Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import classes from '../safety.module.css'
import { useSafetyPlanCache } from '../plan/use-own-plan.ts'

/**
 * Renders the switch that lets anyone who has the device read the plan without signing in, and explains the
 * consequence.
 */
export function OfflinePlanSetting({ offline }: { offline: boolean }) {
  const { t } = useTranslation('safety')
  const cache = useSafetyPlanCache()
  const keep = useMutation({
    mutationFn: (wanted: boolean) => api.safety.keepOffline({ offline: wanted }),
    onSuccess: (answer) => cache.putOffline(answer.offline),
    onError: () => toast.error(t('device.failed')),
  })
  const on = keep.isPending ? keep.variables : offline
  return (
    <Section title={t('device.title')}>
      <div className={classes.switches}>
        <Switch
          label={t('device.label')}
          description={t('device.hint')}
          checked={on}
          disabled={keep.isPending}
          onChange={(event) => keep.mutate(event.currentTarget.checked)}
        />
        {!on && <p className={classes.small}>{t('device.off')}</p>}
      </div>
    </Section>
  )
}
