// This script is part of every page. It runs before the app's own scripts are loaded: it shows the frame of the page,
// starts to load what the page needs first, and sends the calls whose answers the page needs first. The build fills in
// the frames, their texts and the names of the files.
;(function () {
  const frames = __FRAMES__
  const texts = __TEXTS__
  // The words of dates and greetings, by language.
  const words = __WORDS__
  // The first files of some pages, and the namespaces of their texts.
  const firstFiles = __FIRST_FILES__
  const wordsHash = '__WORDS_HASH__'
  const path = location.pathname.replace(/\/+$/, '') || '/'
  const role = (/^\/dashboard\/(client|therapist|admin)(?=\/|$)/.exec(path) || [])[1] || ''
  const page = role ? path.split('/').slice(3).join('/') : ''

  function stored(key) {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  function parsed(text) {
    try {
      return JSON.parse(text || 'null') || {}
    } catch {
      return {}
    }
  }
  function contentOf(name) {
    return document.querySelector('meta[name="' + name + '"]').content
  }

  // The same choice as in platform/settings/language.ts.
  function languageOfPage() {
    const chosen = stored('attune-language')
    if (chosen && texts[chosen]) return chosen
    const [inPage, kept] = [parsed(contentOf('attune-settings')), parsed(stored('attune-settings'))]
    const settings = (kept.revision || 0) > (inPage.revision || 0) ? kept : inPage
    const offered = settings.languages || Object.keys(texts)
    const wanted = [...navigator.languages.map((tag) => tag.split('-')[0].toLowerCase()), 'en']
    return wanted.find((language) => offered.includes(language)) || settings.defaultLanguage
  }
  const language = languageOfPage()
  const openCalendar = __CALENDAR__

  function showFrame(name) {
    const frame = document.getElementById('frame')
    frame.innerHTML = frames[name].replace(/\{(\d+)\}/g, (_, number) => texts[language][number])
    frame.dataset.kind = page ? 'page' : 'dashboard'
    if (document.cookie.split('; ').includes('attune-sidebar=closed'))
      frame.firstChild.setAttribute('data-closed', 'true')
    for (const entry of frame.querySelectorAll('[data-page]')) {
      const own = entry.dataset.page
      if (own ? page === own || page.startsWith(own + '/') : !page) entry.dataset.here = 'true'
    }
    for (const part of frame.querySelectorAll('.k-page')) part.dataset.page = path
  }
  // Writes the heading of a home page as the app will, because it is the largest text of the page. The date and the greeting follow the clock of the
  // browser.
  function showHeading(title, facts) {
    const frame = document.getElementById('frame')
    if (!frame) return
    frame.dataset.heading = 'true'
    write('g-title', title)
    if (facts) write('g-facts', facts)
  }
  // Writes into a copy of the element, because browsers report only the first text of an element as content.
  function write(name, text) {
    const place = document.querySelector('#frame .' + name)
    const copy = place.cloneNode()
    copy.textContent = text
    place.replaceWith(copy)
  }
  function capitalize(text) {
    return text.charAt(0).toLocaleUpperCase(language) + text.slice(1)
  }
  // The same texts as those of ui/page/date-text.ts, by the clock of the browser. The style is 'short' or 'long'.
  function dayText(at, style) {
    const { weekdays, months, patterns } = words[language]
    return patterns[style][Number(at.getFullYear() !== new Date().getFullYear())]
      .replace('{w}', weekdays[style][at.getDay()])
      .replace('{d}', at.getDate())
      .replace('{m}', months[style][at.getMonth()])
      .replace('{y}', at.getFullYear())
  }
  function todayText() {
    return capitalize(dayText(new Date(), 'long'))
  }
  function momentText(at) {
    const middays = [new Date(), new Date(at)].map((day) => day.setHours(12, 0, 0, 0))
    const days = Math.round((middays[1] - middays[0]) / 86_400_000)
    const time = [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
    return capitalize(words[language].near[days + 1] || dayText(at, 'short')) + ', ' + time
  }
  // Shows the client's next session, unless the page has something above its time: a note on time zones, or a status in several lines.
  function showNextSession({ me }, { upcoming, offers }) {
    const frame = document.getElementById('frame')
    const next = upcoming.items[0]
    // The app sets data-next to 'false' if it does not wait for the session any more.
    if (!frame || frame.dataset.next || !next || next.status !== 'confirmed') return
    const zones = [me.zone, ...upcoming.items.map(({ therapist }) => therapist.zone), ...offers.map(({ zone }) => zone)]
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    if (zones.some((zone) => zone !== timeZone)) return
    frame.dataset.next = 'true'
    frame.querySelector('.f-next').dataset.tint = 'now'
    write('x-time', momentText(new Date(next.startsAt)))
  }
  function greet({ me }) {
    const name = me && (me.firstName || me.displayName)
    const hour = new Date().getHours()
    const part = hour < 5 || hour >= 18 ? 2 : hour < 12 ? 0 : 1
    if (name)
      showHeading(
        words[language].greetings[part].replace('{{name}}', () => name),
        todayText(),
      )
  }
  document.documentElement.lang = language
  if (role) showFrame(role)
  const calendar =
    role && role !== 'admin' && page === 'calendar' ? openCalendar(stored, words, language, capitalize) : null
  if (calendar) calendar.draw(document.getElementById('frame'))
  if (path === '/dashboard/therapist') showHeading(todayText())
  // The name comes with the answer to the early call. The heading has its height before that.
  if (path === '/dashboard/client') showHeading('\u00a0', todayText())
  // Shows the frame of the sign-in form if no one seems to be signed in, because a signed-in person is redirected, and if the URL has no query,
  // because other forms have other frames.
  if (path === '/' && !location.search && stored('attune-session-backup') === null) showFrame('')

  function load(attributes) {
    document.head.append(Object.assign(document.createElement('link'), attributes))
  }
  function loadFiles({ files, namespaces }) {
    for (const file of files)
      load(
        file.endsWith('.css')
          ? { rel: 'preload', as: 'style', href: '/assets/' + file, crossOrigin: '' }
          : { rel: 'modulepreload', href: '/assets/' + file },
      )
    for (const namespace of namespaces)
      for (const each of new Set([language, 'en']))
        load({ rel: 'modulepreload', href: `/assets/${namespace}.${each}.${wordsHash}.js` })
  }
  if (role) loadFiles(firstFiles['/dashboard'])
  const own = firstFiles[path] || firstFiles[path.replace(/^\/dashboard\/\w+\//, '/dashboard/$userType/')]
  if (own) loadFiles(own)

  // The entry and its styles do not hold up the painting of the frame. The entry waits for the styles before it renders.
  window.attuneStyles = Promise.all(
    __STYLES__.map(
      (href) =>
        new Promise((resolve) => {
          load({ rel: 'stylesheet', crossOrigin: '', href, onload: resolve, onerror: resolve })
        }),
    ),
  )
  // Without the app, the frame would stay for ever. The page is loaded again once after a script of the app has failed to load.
  const again = 'attune-loaded-again'
  function loadAgain() {
    try {
      if (sessionStorage.getItem(again)) return
      sessionStorage.setItem(again, 'true')
      location.reload()
    } catch {}
  }
  function forgetAgain() {
    try {
      sessionStorage.removeItem(again)
    } catch {}
  }
  for (const src of __SCRIPTS__)
    document.head.append(
      Object.assign(document.createElement('script'), {
        type: 'module',
        crossOrigin: '',
        async: false,
        src,
        onload: forgetAgain,
        onerror: loadAgain,
      }),
    )

  const answers = {}
  window.attuneEarly = { answers, at: performance.now() }
  function ask(procedure, input) {
    const body = JSON.stringify(input)
    const answer = fetch('/api/' + procedure, {
      method: 'POST',
      credentials: 'same-origin',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'x-attune-key': contentOf('attune-key'),
      },
      body,
    })
    answer.catch(() => {})
    answers[procedure + body] = answer
    return answer
  }
  // The parts of the first page are the answers to the calls that the app will send. The app sends those whose part is missing.
  function askForPage(home) {
    const asked = ask('firstPage/get', { role, home, calendar: calendar ? calendar.period : undefined })
    const parts = asked.then((answer) => (answer.ok ? answer.clone().json() : {}))
    window.attuneEarly.account = parts.then(
      ({ login }) => login && login.userId,
      () => {},
    )
    function answerFrom(procedure, input, partOf) {
      const part = Promise.all([asked, parts]).then(([{ headers }, all]) => {
        const found = partOf(all)
        return found ? new Response(JSON.stringify(found), { headers }) : Response.error()
      })
      part.catch(() => {})
      answers[procedure + JSON.stringify(input)] = part
    }
    answerFrom('login/session', {}, ({ login }) => login !== undefined && { login })
    answerFrom('dashboard/frame', {}, ({ frame }) => frame)
    if (home && role === 'client') answerFrom('clientHome/get', {}, ({ clientHome }) => clientHome)
    if (home && role === 'therapist') answerFrom('dashboard/get', home, ({ overview }) => overview)
    if (calendar) answerCalendar(answerFrom, calendar.period)
    if (home && role === 'client')
      parts
        .then(({ frame, clientHome }) => {
          greet(frame || {})
          if (frame && clientHome) showNextSession(frame, clientHome)
        })
        .catch(() => {})
  }
  function answerCalendar(answerFrom, { from, to }) {
    answerFrom('session/between', { from, to }, ({ sessions }) => sessions)
    if (role === 'therapist') answerFrom('calendar/between', { startsAt: from, endsAt: to }, ({ calendar }) => calendar)
  }
  function today() {
    const now = new Date()
    const at = (day) => new Date(now.getFullYear(), now.getMonth(), day).toISOString()
    return { from: at(now.getDate()), to: at(now.getDate() + 1) }
  }
  if (path === '/') {
    void ask('product/info', {})
    void ask('login/session', {})
  }
  if (role) askForPage(page || role === 'admin' ? null : today())
})()
