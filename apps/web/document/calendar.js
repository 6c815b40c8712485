// This script is a part of start.js. It draws the calendar before the app does: the title, the days and the empty hours of the view that the app will
// show first, in the clock of the browser. It also returns the period of the data that the app will ask for.
export function openCalendar(stored, words, language, capitalize) {
  const { letters, ranges, month } = __CALENDAR_WORDS__[language]
  const { weekdays, months, patterns } = words[language]
  const views = ['day', 'week', 'month', 'list']
  const search = new URLSearchParams(location.search)
  const isPhone = matchMedia('(max-width: 47.99em)').matches
  // The same choice as in CalendarPage.tsx.
  const wanted = [search.get('view'), stored('attune-calendar-view')].find((view) => views.includes(view)) || 'week'
  const view = isPhone && wanted === 'week' ? 'day' : wanted
  const now = new Date()
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  const asked = /^20\d\d-\d\d-\d\d$/.test(search.get('day')) ? new Date(search.get('day') + 'T00:00') : today
  const day = isNaN(asked) ? today : asked
  const later = (date, days) => new Date(date.getFullYear(), date.getMonth(), date.getDate() + days)
  const mondayOf = (date) => later(date, -((date.getDay() + 6) % 7))
  const isMonth = view === 'month'
  const from = mondayOf(isMonth ? new Date(day.getFullYear(), day.getMonth(), 1) : day)
  const end = isMonth ? new Date(day.getFullYear(), day.getMonth() + 1, 0) : day
  const to = later(mondayOf(end), 7)
  const week = Array.from({ length: 7 }, (_, index) => later(from, index))
  // A week shows as many days as the last time in this browser, and always today.
  const todayAt = week.findIndex((date) => +date === +today)
  const shown = week.slice(0, Math.max(5, Number(stored('attune-calendar-days')) || 0, todayAt + 1))

  const partsOf = (date) => ({
    w: weekdays.short[date.getDay()],
    d: date.getDate(),
    m: months[isMonth ? 'long' : 'short'][date.getMonth()],
    y: date.getFullYear(),
  })
  // The same title as in Calendar.tsx.
  function title() {
    const [first, last] = view === 'week' || view === 'list' ? [shown[0], shown.at(-1)] : [day, day]
    const [one, two] = [partsOf(first), partsOf(last)]
    const range = +first === +last ? 3 : one.y !== two.y ? 2 : one.m === two.m ? 0 : 1
    const thisYear = one.y === now.getFullYear()
    const pattern = isMonth ? month : isPhone && view === 'day' ? patterns.short[thisYear ? 0 : 1] : ranges[range]
    const all = { ...one, D: two.d, M: two.m, Y: two.y }
    return pattern.replace(/\{(\w)\}/g, (_, name) => all[name])
  }
  const isToday = (date) => +date === +today
  const stripDay = (date, index) =>
    `<span class="y-day" aria-pressed="${+date === +day}"${isToday(date) ? ' aria-current="date"' : ''}><span class="y-weekday">${letters[index]}</span><span class="y-number">${date.getDate()}</span><span class="y-dot"></span></span>`
  const head = (date) =>
    `<span class="c-head"${isToday(date) && !isMonth ? ' data-today' : ''}><span>${capitalize(partsOf(date).w.replace('.', ''))}</span>${isMonth ? '' : `<strong>${date.getDate()}</strong>`}</span>`
  function content() {
    const isStrip = isPhone && view === 'day'
    const strip = isStrip ? `<div class="y-strip">${week.map(stripDay).join('')}</div>` : ''
    const columns = (view === 'day' ? [day] : isMonth ? week : shown).map(
      (date) => `<div class="c-waitingDay">${isStrip ? '' : head(date)}</div>`,
    )
    return `${strip}<div class="c-waiting" data-view="${view}">${columns.join('')}</div>`
  }
  return {
    period: { from: from.toISOString(), to: to.toISOString() },
    draw(frame) {
      frame.dataset.kind = 'calendar'
      frame.querySelector('.c-title').textContent = title()
      if (view === 'list') return
      frame.querySelector('.c-place').innerHTML = content()
      const hour = Number(stored('attune-calendar-hour'))
      if (hour) frame.querySelector('.c-waiting').style.setProperty('--hour', hour + 'px')
    },
  }
}
