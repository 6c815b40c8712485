import type { OwnPlan } from '@attune/contract/features/care/safety/safety'
import { Switch, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorCode } from '../../../../platform/api/errors.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import { TextLink } from '../../../../ui/base/TextLink.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import classes from '../safety.module.css'
import { usePlanSharing } from './use-plan-sharing.ts'
import { useSafetyPlanCache } from './use-own-plan.ts'

/** Lets the client choose which therapists can read and edit the plan. */
export function SafetyPlanSharing({ therapists }: { therapists: OwnPlan['therapists'] }) {
  const { t } = useTranslation('safety')
  const cache = useSafetyPlanCache()
  const share = useMutation({
    mutationFn: usePlanSharing(therapists),
    onSuccess: (own) => own && cache.put(own),
    onError: (error) => {
      toast.error(t(errorCode(error) === 'CHANGED' ? 'readers.changed' : 'readers.failed'))
      void cache.refetchSaved()
    },
  })
  return (
    <Section
      title={t('readers.title')}
      action={<TextLink to="/dashboard/client/who-looked">{t('readers.accessLog')}</TextLink>}
    >
      {therapists.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('readers.none')}
        </Text>
      ) : (
        <div className={classes.switches}>
          {therapists.map(({ id, name, shared }) => {
            const running = share.isPending && share.variables.therapistId === id
            return (
              <Switch
                key={id}
                label={t('readers.share', { name })}
                checked={running ? share.variables.shared : shared}
                onChange={(event) => share.mutate({ therapistId: id, shared: event.currentTarget.checked })}
              />
            )
          })}
          <p className={classes.small}>{t('readers.hint')}</p>
        </div>
      )}
    </Section>
  )
}
