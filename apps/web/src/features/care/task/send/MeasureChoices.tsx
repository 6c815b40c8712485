import type { SessionId } from '@attune/contract/common/ids'
import type { MeasureToSend } from '@attune/contract/features/care/task/task.measures'
import { questionnaires } from '@attune/contract/features/care/task/task.rules'
import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import type { PickedClient } from '../../../schedule/session/session.ts'
import { measureOriginText } from '../fill/measure/MeasureOrigin.tsx'
import classes from './send.module.css'
import { type ChosenMeasure, idOfMeasure, titleOfMeasure } from '../assign/task-assignment.ts'
import { useSendMeasure } from './use-send-measure.ts'

/** The number of measures in the menu. The dialog offers the others. */
const shown = 10

/** The clients and the measure with which the dialog starts. */
export type MeasureDialog = { clients: readonly PickedClient[]; measure?: ChosenMeasure }

type Props = {
  clients: readonly PickedClient[]
  sessionId: SessionId | null
  onDone: () => void
  onDialog: (dialog: MeasureDialog) => void
}

/** Lists the measures in a menu, each with its origin, starting with those that the therapist sends most often. A click sends a measure at once. */
export function MeasureChoices({ clients, sessionId, onDone, onDialog }: Props) {
  const { t } = useTranslation(['taskAssign', 'tasks'])
  const items = useMeasureChoices()
  const send = useSendMeasure({ clients, sessionId, onOthers: onDialog })
  const list = useRef<HTMLDivElement>(null)
  const isLoaded = items !== null
  useLayoutEffect(() => {
    if (!isLoaded) return
    list.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus({ preventScroll: true })
    // On a phone, the menu may begin near the lower edge of the screen.
    list.current?.parentElement?.scrollIntoView?.({ block: 'nearest' })
  }, [isLoaded])
  if (!items) return <Skeleton height={88} m={8} w="auto" />
  const choose = (act: () => void) => () => {
    onDone()
    act()
  }
  return (
    <div className={classes.menu} role="none">
      <div ref={list} className={classes.choices} role="none">
        {items.slice(0, shown).map((one) => (
          <Choice
            key={idOfMeasure(one)}
            title={titleOfMeasure(one)}
            detail={one.kind === 'measure' ? measureOriginText(one.source) : t(`tasks:kindText.${one.name}`)}
            language={one.kind === 'measure' ? one.language : undefined}
            onClick={choose(() => send(one))}
          />
        ))}
      </div>
      <div className={classes.options} role="none">
        <Choice
          title={t('send.options')}
          detail={t('send.optionsHint')}
          onClick={choose(() => onDialog({ clients, measure: items[0] }))}
        />
      </div>
    </div>
  )
}

/**
 * Returns the measures that can be sent; null while they load. If loading fails, returns the questionnaires that Attune ships, which every therapist
 * can send.
 */
function useMeasureChoices(): readonly MeasureToSend[] | null {
  const read = useQuery(orpc.task.measuresToSend.queryOptions({ input: {} }))
  if (read.isError) return questionnaires.map((name) => ({ kind: 'questionnaire', name }))
  return read.data?.items ?? null
}

type ChoiceProps = { title: string; detail: string; language?: string | undefined; onClick: () => void }

function Choice({ title, detail, language, onClick }: ChoiceProps) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} className={classes.choice} onClick={onClick}>
      <span className={classes.choiceTitle}>{title}</span>
      {detail && (
        <Text component="span" size="xs" c="dimmed" lineClamp={4} lang={language}>
          {detail}
        </Text>
      )}
    </button>
  )
}
