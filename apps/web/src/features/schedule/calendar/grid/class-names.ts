import classes from './CalendarGrid.module.css'

/** The CSS classes of FullCalendar's parts. */
export const gridClassNames = {
  className: classes.calendar,
  dayHeaderClass: classes.dayHead,
  dayHeaderAlign: 'center' as const,
  dayHeaderDividerClass: classes.headLine,
  tableHeaderClass: classes.head,
  slotHeaderDividerClass: classes.axisLine,
  slotHeaderClass: classes.slotHead,
  slotHeaderInnerClass: ({ isFirst }: { isFirst: boolean }) =>
    isFirst ? `${classes.slotWord} ${classes.firstWord}` : classes.slotWord,
  dayCellTopClass: classes.cellTop,
  dayCellTopInnerClass: ({ isToday }: { isToday: boolean }) =>
    isToday ? `${classes.cellNumber} ${classes.todayNumber}` : classes.cellNumber,
  slotLaneClass: ({ isMinor }: { isMinor: boolean }) => (isMinor ? undefined : classes.hour),
  dayLaneClass: classes.lane,
  dayLaneInnerClass: classes.laneInner,
  dayRowClass: classes.monthRow,
  dayCellClass: ({ isOther }: { isOther: boolean }) => (isOther ? `${classes.cell} ${classes.other}` : classes.cell),
  dayCellInnerClass: classes.cellInner,
  nowIndicatorLineClass: classes.nowLine,
  nowIndicatorDotClass: classes.nowDot,
  highlightClass: classes.drawnOver,
  columnEventClass: ({ isMirror, isSelected }: { isMirror: boolean; isSelected: boolean }) =>
    isMirror || isSelected ? `${classes.column} ${classes.lifted}` : classes.column,
  rowEventClass: classes.row,
  listItemEventClass: classes.row,
  eventInnerClass: classes.inner,
  columnEventAfterClass: classes.grip,
  rowMoreLinkClass: classes.more,
}
