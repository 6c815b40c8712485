/**
 * The budgets of the files that all pages of a kind load: the highest gzipped sizes in kB, and the highest number of requests. The budget of the
 * script is `js` and `jsPerPage` for each page of the app: every page contains the names of all chunks, and a signed-in page the record and the icon
 * of all pages. Four new pages, each with a new icon, added .34 kB to the public base and .51 kB to the other. Both kinds contain the names of days
 * and months, so that the first screen needs no `Intl` object.
 */
const bases = {
  // The JavaScript contains the code with which the native app reaches its server and with which a page proves that it was open before. Each write
  // invalidates the caches of the backend client (row 9.08). The height of the banners is measured, so that the page leaves room for them. A practice
  // chooses between the words for a client, a banner can be closed, and a page shows a warning if its address is not the one in the settings. The
  // usual sign-in addresses of each language redirect to the sign-in page. One function splits texts into words for every search. The router contains
  // the pages of guardians, and of guardians who sign without an account. The lock screen does not cover the page on which a guardian signs on this
  // device. The first frame of the server contains its time, because the clock of a device can be wrong. A socket on an interrupted connection is
  // closed, so that the next socket can open. The router contains the page with the report of an erasure.
  public: { js: 187.4, jsPerPage: 0.09, css: 10.2, requests: 6 },
  // Contains the practice settings, on which language and lock depend before a page is shown, and the loader of the lock screen, which shows a client
  // the emergency numbers and must appear offline. Skeletons are as narrow as their pages, which are in the middle of a wide screen. A client who is
  // a guardian switches between themselves and their clients. Because of the pages of guardians, eight more icons are used in four chunks, and
  // therefore are in the file with the icons that several pages share. A badge with a number of two digits is wider than the bell, and a red button
  // stays red while it is busy.
  'signed-in': { js: 205.1, jsPerPage: 0.13, css: 17.3, requests: 7 },
}

/** The highest sizes in kB and number of requests beyond the base of its kind, for a page without an entry in `pages`. */
const others = { js: 6, css: 1.5, requests: 8 }

/**
 * The budgets of each page that needs more than `others`.
 *
 * @type {Record<string, { js: number; css: number; requests: number }>}
 */
const pages = {
  // Contains the rows of messages that wait on the device, and the message that a list or a search has not loaded in time.
  // The list also contains the conversations with guardians. The preview of a file is a separate chunk, because the settings open a copy of a record.
  'dashboard/$userType/messages': { js: 10.5, css: 2.5, requests: 15 },
  'dashboard/$userType/notifications': { js: 7.2, css: 1.5, requests: 10 },
  'dashboard/$userType/profile': { js: 12.2, css: 1.5, requests: 15 },
  'dashboard/$userType/sessions/index': { js: 18.3, css: 2.3, requests: 24 },
  'dashboard/$userType/settings': { js: 13.4, css: 1.5, requests: 16 },
  // Contains the hour grid.
  'dashboard/$userType/calendar': { js: 123.2, css: 5.9, requests: 23 },
  'dashboard/admin/accounts': { js: 8.2, css: 1.5, requests: 12 },
  'dashboard/admin/audit-log': { js: 6.4, css: 1.6, requests: 13 },
  'dashboard/admin/backups': { js: 7.2, css: 2.4, requests: 13 },
  'dashboard/admin/api-settings': { js: 7.7, css: 1.6, requests: 9 },
  'dashboard/admin/index': { js: 9.8, css: 1.6, requests: 16 },
  'dashboard/admin/notification-settings': { js: 11.1, css: 1.5, requests: 15 },
  'dashboard/admin/settings': { js: 10.2, css: 2.3, requests: 16 },
  // A form can also be filled in for another client.
  'dashboard/client/forms/$id': { js: 22.4, css: 2.8, requests: 17 },
  'dashboard/client/forms/index': { js: 14, css: 2.5, requests: 22 },
  // Stores the next sessions on the device after the page was shown, which loads one more script.
  'dashboard/client/index': { js: 13.3, css: 1.7, requests: 13 },
  // Contains the editor.
  'dashboard/client/journal': { js: 169.3, css: 5.9, requests: 37 },
  // An open invoice is paid from its row. The tax ID of a payer and the tax that it withholds are named as in its country.
  // A guardian pays for a client in the same table.
  'dashboard/client/payments/index': { js: 15.6, css: 2.6, requests: 30 },
  'dashboard/client/plan': { js: 6.7, css: 1.8, requests: 11 },
  'dashboard/client/safety': { js: 18.3, css: 1.5, requests: 14 },
  'dashboard/client/therapists': { js: 9.7, css: 1.5, requests: 10 },
  'dashboard/therapist/add-client': { js: 22, css: 1.5, requests: 20 },
  // Contains the chat, the field with its draft and the preview of the sent data, because a therapist opens this page to write at once.
  'dashboard/therapist/assistant': { js: 55.6, css: 8.5, requests: 31 },
  // The menu that sends a questionnaire is a separate chunk, which the page of a session loads too.
  // The card of guardians is loaded when it is shown.
  'dashboard/therapist/clients/$clientId.client-profile': { js: 21.1, css: 3.3, requests: 26 },
  'dashboard/therapist/clients/groups/$groupId': { js: 12.6, css: 2.1, requests: 24 },
  'dashboard/therapist/clients/import': { js: 14.2, css: 1.5, requests: 11 },
  // Contains the filters behind one button, and import and export in the header, and the first client's place, which does not move in an empty list.
  'dashboard/therapist/clients/index': { js: 15.5, css: 2.9, requests: 22 },
  // Names scores of the therapist's own questionnaires with their range and band.
  'dashboard/therapist/clients/measures': { js: 6.4, css: 1.5, requests: 9 },
  'dashboard/therapist/forms/$formId': { js: 20.8, css: 1.5, requests: 17 },
  // Contains the editor of items and scores and the rules with which it names problems while the therapist types.
  'dashboard/therapist/questionnaires/$measureId': { js: 30.6, css: 1.9, requests: 28 },
  'dashboard/therapist/questionnaires/index': { js: 6, css: 1.5, requests: 11 },
  'dashboard/therapist/index': { js: 10.1, css: 1.6, requests: 11 },
  'dashboard/therapist/journals/$entryId': { js: 10.5, css: 2.7, requests: 19 },
  'dashboard/therapist/journals/index': { js: 7.1, css: 1.5, requests: 11 },
  'dashboard/therapist/payments/bank-file': { js: 11, css: 1.5, requests: 12 },
  'dashboard/therapist/payments/estimates/$clientId': { js: 20.6, css: 1.5, requests: 26 },
  'dashboard/therapist/payments/estimates/index': { js: 6, css: 1.5, requests: 9 },
  // Contains the actions of a row; that of a draft is a button. Its parts wait for each other.
  'dashboard/therapist/payments/index': { js: 19.6, css: 2.7, requests: 25 },
  'dashboard/therapist/payments/to-bill': { js: 8.4, css: 1.5, requests: 9 },
  'dashboard/therapist/waiting-list': { js: 8.7, css: 1.5, requests: 14 },
  // Contains the choice of the language, as do the pages on which people sign.
  'erasure-report': { js: 30.8, css: 9.4, requests: 8 },
  'for/$clientId/forms/$formId': { js: 6, css: 1.5, requests: 9 },
  // Contains the sessions, forms and invoices of a client.
  // Contains the button that joins a video call, and when it is shown.
  'for/$clientId/index': { js: 11.7, css: 1.8, requests: 19 },
  'for/$clientId/plan': { js: 6, css: 1.5, requests: 9 },
  'for/$clientId/sessions/$sessionId': { js: 8.6, css: 1.5, requests: 12 },
  'for/$clientId/sessions/index': { js: 10.2, css: 1.5, requests: 13 },
  onboarding: { js: 16.1, css: 2.4, requests: 11 },
  // Has fields for two accounts, and continues a set-up that was interrupted.
  setup: { js: 6.3, css: 1.5, requests: 8 },
  // Contains the switch for discreet emails. Says which rights an invited guardian will have, and lets them use an account with another address.
  'setup-password': { js: 8.5, css: 1.5, requests: 8 },
  // The pages on which a guardian signs without an account contain the form.
  sign: { js: 35, css: 9.5, requests: 8 },
  'sign-here': { js: 32.5, css: 9.4, requests: 8 },
}

/** Whether the route is one that only a signed-in person opens. */
export function isSignedIn(route) {
  return /^(call|dashboard|for|onboarding)(\/|$)/.test(route)
}

/**
 * Returns a finding for each page, and for each base, that is above its budget, and for each budget without a page. `kinds` are the public and the
 * signed-in pages: for each kind the size of the files that all of them load, and for each page the size of its other files. Sizes are in bytes.
 */
export function overBudget(kinds, budgets = { bases, others, pages }) {
  const routes = kinds.flatMap(({ own }) => own.map(({ route }) => route))
  return [
    ...kinds.flatMap(({ signedIn, base }) => {
      const kind = signedIn ? 'signed-in' : 'public'
      return compare(`what all ${kind} pages load`, base, baseBudget(budgets.bases[kind], routes.length))
    }),
    ...kinds.flatMap(({ own }) =>
      own.flatMap((page) =>
        compare(`${page.route}, beyond what all pages load`, page, budgets.pages[page.route] ?? budgets.others),
      ),
    ),
    ...Object.keys(budgets.pages)
      .filter((route) => !routes.includes(route))
      .map((route) => `${route}: has a budget, but there is no such page`),
  ]
}

/** Returns the budget of a base in an app with this number of pages. Rounds the script to hundredths of a kB, in which the parts are written. */
export function baseBudget({ js, jsPerPage, ...rest }, numberOfPages) {
  return { js: Math.round((js + jsPerPage * numberOfPages) * 100) / 100, ...rest }
}

function compare(what, { js, css, requests }, budget) {
  return [
    ...(js > budget.js * 1000 ? [`${what}: ${(js / 1000).toFixed(2)} kB of script, at most ${budget.js}`] : []),
    ...(css > budget.css * 1000 ? [`${what}: ${(css / 1000).toFixed(2)} kB of styles, at most ${budget.css}`] : []),
    ...(requests > budget.requests ? [`${what}: ${requests} requests, at most ${budget.requests}`] : []),
  ]
}
