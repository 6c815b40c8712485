import { ActionIcon, Button, SegmentedControl, Switch } from '@mantine/core'
import {
  IconCalendarEvent,
  IconCalendarMonth,
  IconCalendarStats,
  IconCalendarWeek,
  IconChevronLeft,
  IconChevronRight,
  IconLink,
  IconList,
  IconLock,
  IconPlus,
  IconPrinter,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { ActionMenu, type ActionMenuItem } from '../../../../ui/page/menu/ActionMenu.tsx'
import { BookButton } from '../../availability/availability.ts'
import classes from './CalendarToolbar.module.css'
import { calendarViews, type CalendarView } from '../calendar-search.ts'

const icons = { day: IconCalendarEvent, week: IconCalendarWeek, month: IconCalendarMonth, list: IconList }

type Props = {
  viewer: ViewerRole
  title: string
  view: CalendarView
  phone: boolean
  initials: boolean
  onInitials: (initials: boolean) => void
  onView: (view: CalendarView) => void
  onTurn: (turn: 1 | -1) => void
  onToday: () => void
  onNew: () => void
  onBusy: () => void
  onPrint: () => void
}

/**
 * Renders the header of the calendar: the title with the visible days, and buttons to turn pages, change the view, hide
 * names and add items.
 */
export function CalendarToolbar(props: Props) {
  const { viewer, title, view, phone, initials, onView } = props
  const { t } = useTranslation('calendar')
  const menu = useMenu(props)
  const own = viewer === 'therapist'
  return (
    <div className={classes.bar}>
      <h1 className={classes.title}>{title}</h1>
      {!phone && (
        <>
          <PagingButtons {...props} />
          <SegmentedControl
            aria-label={t('view')}
            value={view}
            onChange={(next) => onView(next)}
            data={calendarViews.map((one) => ({ value: one, label: t(`views.${one}`) }))}
          />
        </>
      )}
      {own && (
        <Switch
          size="sm"
          className={classes.names}
          label={t('initialsBrief')}
          aria-label={t('initials')}
          checked={initials}
          onChange={(event) => props.onInitials(event.currentTarget.checked)}
        />
      )}
      {own ? (
        <NewSessionButton phone={phone} onNew={props.onNew} />
      ) : (
        <BookButton flex="none" {...(phone && { leftSection: null, px: 'md', miw: 0 })} />
      )}
      <ActionMenu label={t('more')} items={menu} />
    </div>
  )
}

/**
 * Returns the menu of less frequent actions. On a phone the menu also contains the views and 'Today', because the
 * toolbar is too narrow for them.
 */
function useMenu({ viewer, view, phone, onView, onToday, onBusy, onPrint }: Props): ActionMenuItem[] {
  const { t } = useTranslation('calendar')
  const navigate = useNavigate()
  const own = viewer === 'therapist'
  const timetable = {
    label: t('timetable'),
    icon: IconCalendarStats,
    onClick: () => void navigate({ to: '/dashboard/$userType/weekly-timetable', params: { userType: viewer } }),
  }
  const views = calendarViews
    .filter((one) => one !== view && one !== 'week')
    .map((one) => ({ label: t(`views.${one}`), icon: icons[one], onClick: () => onView(one) }))
  return [
    ...(phone ? [...views, { label: t('today'), icon: IconCalendarEvent, onClick: onToday }] : []),
    ...(own ? [{ label: t('busyBlock'), icon: IconLock, onClick: onBusy }] : []),
    { label: t('print'), icon: IconPrinter, onClick: onPrint },
    timetable,
    {
      label: t('elsewhere'),
      icon: IconLink,
      onClick: () =>
        void navigate({
          to: '/dashboard/$userType/settings/$subject',
          params: { userType: viewer, subject: own ? 'calendars' : 'calendar-feed' },
        }),
    },
  ]
}

function PagingButtons({ view, onTurn, onToday }: Pick<Props, 'view' | 'onTurn' | 'onToday'>) {
  const { t } = useTranslation('calendar')
  const button = (label: string, turn: 1 | -1, Icon: typeof IconChevronLeft) => (
    <ActionIcon variant="default" aria-label={label} onClick={() => onTurn(turn)} className={classes.turn}>
      <Icon size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
  return (
    <Button.Group>
      {button(t(`back.${view}`), -1, IconChevronLeft)}
      <Button variant="default" onClick={onToday}>
        {t('today')}
      </Button>
      {button(t(`forward.${view}`), 1, IconChevronRight)}
    </Button.Group>
  )
}

function NewSessionButton({ phone, onNew }: Pick<Props, 'phone' | 'onNew'>) {
  const { t } = useTranslation('calendar')
  return phone ? (
    <ActionIcon variant="filled" color="sage" size={44} aria-label={t('new')} onClick={onNew}>
      <IconPlus size={20} aria-hidden />
    </ActionIcon>
  ) : (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={onNew}>
      {t('new')}
    </Button>
  )
}
