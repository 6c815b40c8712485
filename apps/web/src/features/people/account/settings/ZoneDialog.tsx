import { Radio, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ORPCError } from '@orpc/client'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../../../platform/api/api.ts'
import { fetchMe } from '../../../../platform/login/login.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { cityOf, momentText, timeText } from '../../../../ui/page/date-text.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { useNow } from '../../../../ui/page/use-now.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'

type ZoneChangeMode = 'instant' | 'wall-clock'
type SlotTakenData = { conflicts: { name: string; startsAt: string; endsAt: string }[] }

const counted = ['sessions', 'series', 'events', 'absences'] as const

/**
 * Changes the time zone of a therapist who has entries planned in the old zone. The therapist chooses whether the
 * entries keep their instant or their wall-clock time.
 */
export function ZoneDialog({ zone, onClose }: { zone: string; onClose: (changed: boolean) => void }) {
  const { t } = useTranslation('zone')
  const [keep, setKeep] = useState<ZoneChangeMode>('instant')
  const { plans, change } = useZoneChange(zone, () => onClose(true))
  const from = plans.data?.from ?? zone
  return (
    <FormDialog
      wide
      title={t('title', { city: cityOf(zone) })}
      submit={t('submit')}
      back={t('back', { city: cityOf(from) })}
      busy={change.isPending}
      onClose={() => onClose(false)}
      onSubmit={() => plans.data && change.mutate(keep)}
    >
      {plans.isError ? (
        <Query of={plans} alsoStale failed={t('loadFailed')} again={t('again')} />
      ) : plans.data ? (
        <>
          <PlannedCount plans={plans.data} />
          <Radio.Group
            label={t('question')}
            value={keep}
            onChange={(next) => {
              setKeep(next === 'wall-clock' ? next : 'instant')
              change.reset()
            }}
          >
            <KeepChoices from={from} to={zone} />
          </Radio.Group>
          <Text size="sm" c="dimmed">
            {t(keep === 'instant' ? 'instantThen' : 'wallClockThen')}
          </Text>
        </>
      ) : (
        <Skeleton height={220} />
      )}
      <ChangeFailure error={change.error} zone={zone} />
    </FormDialog>
  )
}

/** Loads the number of entries that are planned in the old zone, and changes the zone. */
function useZoneChange(zone: string, onChanged: () => void) {
  const { t } = useTranslation('zone')
  const cache = useQueryClient()
  // One command id per choice, because the server applies each id only once.
  const [commands] = useState({ instant: createId(), 'wall-clock': createId() })
  const plans = useQuery({ ...orpc.calendar.zoneChange.queryOptions({ input: { zone } }), staleTime: 0 })
  const change = useMutation({
    mutationFn: (how: ZoneChangeMode) => api.calendar.changeZone({ zone, keep: how, command: commands[how] }),
    onSuccess: async ({ moved }, how) => {
      await fetchMe()
      await cache.invalidateQueries()
      toast.success(how === 'wall-clock' ? t('doneMoved', { count: moved }) : t('done', { city: cityOf(zone) }))
      onChanged()
    },
  })
  return { plans, change }
}

function PlannedCount({ plans }: { plans: Record<(typeof counted)[number], number> }) {
  const { t } = useTranslation('zone')
  const { language } = useLocale()
  const present = counted.filter((kind) => plans[kind] > 0)
  if (present.length === 0) return null
  const list = new Intl.ListFormat(language).format(present.map((kind) => t(`count.${kind}`, { count: plans[kind] })))
  return <Text size="sm">{t('planned', { what: list })}</Text>
}

/** Renders the choices 'keep the instant' and 'keep the wall-clock time', each with an example time. */
function KeepChoices({ from, to }: { from: string; to: string }) {
  const { t } = useTranslation('zone')
  const { language } = useLocale()
  const now = useNow()
  const example = new Date(Math.ceil(now.getTime() / 86_400_000) * 86_400_000 + 9 * 3_600_000).toISOString()
  const [before, after] = [from, to].map((zone) => timeText(example, { zone, language }))
  const cities = { from: cityOf(from), to: cityOf(to) }
  return (
    <Stack gap="sm" mt={6}>
      <Radio value="instant" label={t('instant')} description={t('instantHint', { before, after, ...cities })} />
      <Radio value="wall-clock" label={t('wallClock')} description={t('wallClockHint', { before, ...cities })} />
    </Stack>
  )
}

/** Shows why the zone was not changed: the sessions that would overlap, or a general error. */
function ChangeFailure({ error, zone }: { error: Error | null; zone: string }) {
  const { t } = useTranslation('zone')
  const { language } = useLocale()
  if (!error) return null
  if (!(error instanceof ORPCError && error.code === 'SLOT_TAKEN'))
    return (
      <Callout kind="danger" urgent>
        {t('failed')}
      </Callout>
    )
  const { conflicts } = error.data as SlotTakenData
  return (
    <Callout kind="danger" urgent title={t('taken')}>
      {conflicts.map(({ name, startsAt, endsAt }) => (
        <div key={`${startsAt} ${name}`}>
          {[name, `${momentText(startsAt, { zone, language })} – ${timeText(endsAt, { zone, language })}`]
            .filter(Boolean)
            .join(', ')}
        </div>
      ))}
    </Callout>
  )
}
