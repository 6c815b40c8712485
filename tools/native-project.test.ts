import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawNativeImage, nativeImages } from './icons/native.ts'

const root = new URL('../', import.meta.url)
const at = (file: string) => readFileSync(new URL(`apps/native/${file}`, root))
const text = (file: string) => at(file).toString()
const svg = readFileSync(new URL('apps/web/public/favicon.svg', root), 'utf8')
const pixels = (image: Buffer) => sharp(image).ensureAlpha().raw().toBuffer()

test('the icons and splash screens of the native app are drawn from favicon.svg @slow', async () => {
  for (const image of nativeImages) {
    const [kept, drawn] = await Promise.all([pixels(at(image.file)), drawNativeImage(svg, image).then(pixels)])
    expect(Buffer.compare(kept, drawn), image.file).toBe(0)
  }
})

test('the projects are locked to portrait, open attune:// and have one identity [1.16]', () => {
  const manifest = text('android/app/src/main/AndroidManifest.xml')
  expect(manifest).toContain('android:screenOrientation="portrait"')
  expect(manifest).toContain('android:allowBackup="false"')
  expect(text('android/app/src/main/res/values/strings.xml')).toContain(
    '<string name="custom_url_scheme">attune</string>',
  )
  expect(text('android/app/build.gradle')).toContain('applicationId "org.attune.app"')
  const plist = text('ios/App/App/Info.plist')
  expect(plist).toContain('<string>attune</string>')
  expect(plist).not.toContain('Landscape')
  expect(text('ios/App/App.xcodeproj/project.pbxproj')).toContain('PRODUCT_BUNDLE_IDENTIFIER = org.attune.app;')
})

test('Firebase makes no token by itself, and notifications have an icon of one color and a channel [8.10, 9.06]', () => {
  const manifest = text('android/app/src/main/AndroidManifest.xml')
  expect(manifest).toMatch(/"firebase_messaging_auto_init_enabled" android:value="false"/)
  expect(manifest).toContain('android:resource="@drawable/ic_notification"')
  expect(text('android/app/src/main/res/drawable/ic_notification.xml')).toContain('#ffffff')
  expect(text('android/app/src/main/java/org/attune/app/MainActivity.java')).toContain('PushPlugin.class')
  expect(text('android/app/src/main/java/org/attune/app/PushPlugin.java')).toContain('"google_app_id"')
  // The native code passes Apple's response to the plugin here.
  expect(text('ios/App/App/AppDelegate.swift')).toMatch(/didRegisterForRemote[^]*didFailToRegisterForRemote/)
})

test('the projects contain nothing that belongs to one machine', () => {
  const files = execFileSync('git', ['ls-files', 'apps/native'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  expect(files.filter((file) => /local\.properties|\/public\/|google-services\.json|\.jks$/.test(file))).toEqual([])
  const texts = files.filter((file) => !/\.(png|jar)$/.test(file))
  const absolute = texts.filter((file) =>
    /(^|[\s"'=(])\/(home|Users|root|tmp|work)\//m.test(readFileSync(new URL(file, root), 'utf8')),
  )
  expect(absolute).toEqual([])
})

test('the versions of Capacitor are pinned, and the web app uses the same', () => {
  const read = (file: string) =>
    JSON.parse(readFileSync(new URL(file, root), 'utf8')) as { dependencies: Record<string, string> }
  const [native, web] = [read('apps/native/package.json').dependencies, read('apps/web/package.json').dependencies]
  for (const [name, version] of Object.entries(native)) expect(version, name).toMatch(/^\d+\.\d+\.\d+$/)
  const shared = Object.entries(web).filter(([name]) => /^@(capacitor|aparajita)\//.test(name))
  expect(Object.fromEntries(shared)).toEqual(Object.fromEntries(shared.map(([name]) => [name, native[name]])))
})

/** The permissions for which the app asks on iOS, each by its key in Info.plist. */
const usages = ['Camera', 'FaceID', 'Microphone', 'PhotoLibraryAdd', 'PhotoLibrary'].map(
  (what) => `NS${what}UsageDescription`,
)

test('the projects declare the camera and the microphone, and iOS says why in four languages [8.10]', () => {
  const manifest = text('android/app/src/main/AndroidManifest.xml')
  for (const permission of ['CAMERA', 'RECORD_AUDIO', 'MODIFY_AUDIO_SETTINGS', 'POST_NOTIFICATIONS'])
    expect(manifest).toContain(`<uses-permission android:name="android.permission.${permission}" />`)
  // The app shares only copies in its cache folder with other apps.
  expect(text('android/app/src/main/res/xml/file_paths.xml').match(/<[a-z-]*path\b/g)).toEqual(['<cache-path'])
  const plist = text('ios/App/App/Info.plist')
  const project = text('ios/App/App.xcodeproj/project.pbxproj')
  for (const language of ['en', 'de', 'fr', 'es']) {
    const strings = text(`ios/App/App/${language}.lproj/InfoPlist.strings`)
    expect(Array.from(strings.matchAll(/^"(\w+)" = "[^"]{20,}";$/gm), ([, key]) => key)).toEqual(usages)
    expect(project).toContain(`path = ${language}.lproj/InfoPlist.strings;`)
    expect(plist).toContain(`<string>${language}</string>`)
  }
  for (const key of usages) expect(plist).toContain(`<key>${key}</key>`)
})

test('video calls are named where iOS asks for camera and microphone, and their sound may go on in the background', () => {
  const called = { en: /video call/, de: /Videositzung/, fr: /visioconsultation/, es: /videollamada/ }
  for (const [language, name] of Object.entries(called))
    for (const device of ['Camera', 'Microphone']) {
      const use = new RegExp(`"NS${device}UsageDescription" = "([^"]+)"`)
      const [, reason] = use.exec(text(`ios/App/App/${language}.lproj/InfoPlist.strings`)) ?? []
      expect(reason, `${device} ${language}`).toMatch(name)
      if (language === 'en') expect(text('ios/App/App/Info.plist')).toContain(`<string>${reason}</string>`)
    }
  expect(text('ios/App/App/Info.plist')).toMatch(/<key>UIBackgroundModes<\/key>\s*<array>\s*<string>audio<\/string>/)
  // Only a service with a type could use the camera or the microphone in the background, and the app has none.
  expect(text('android/app/src/main/AndroidManifest.xml')).not.toMatch(/FOREGROUND_SERVICE|<service/)
})

test('the web view of the app lets pages of the app use camera and microphone once the person agrees', () => {
  const capacitor = (file: string) => readFileSync(new URL(`node_modules/@capacitor/${file}`, root), 'utf8')
  const chrome = capacitor('android/capacitor/src/main/java/com/getcapacitor/BridgeWebChromeClient.java')
  expect(chrome).toMatch(/VIDEO_CAPTURE"\)\) \{\s*permissionList\.add\(Manifest\.permission\.CAMERA/)
  expect(capacitor('ios/Capacitor/Capacitor/WebViewDelegationHandler.swift')).toMatch(
    /requestMediaCapturePermissionFor[^]*decisionHandler\(\.grant\)/,
  )
  // The sound of a call starts without another touch.
  expect(capacitor('android/capacitor/src/main/java/com/getcapacitor/Bridge.java')).toContain(
    'setMediaPlaybackRequiresUserGesture(false)',
  )
  expect(capacitor('ios/Capacitor/Capacitor/CAPBridgeViewController.swift')).toMatch(
    /mediaTypesRequiringUserActionForPlayback = \[\]/,
  )
})

test('iOS declares why the app reads the times of its files, and that nobody is tracked', () => {
  const privacy = text('ios/App/App/PrivacyInfo.xcprivacy')
  // The file plugin reads the timestamps of the app's own files, which must be declared with the reason C617.1.
  expect(privacy).toMatch(/NSPrivacyAccessedAPICategoryFileTimestamp[\s\S]*<string>C617\.1<\/string>/)
  expect(privacy).toMatch(/<key>NSPrivacyTracking<\/key>\s*<false\/>/)
  expect(text('ios/App/App.xcodeproj/project.pbxproj')).toContain('PrivacyInfo.xcprivacy in Resources */,')
})

test('the page is resized above the keyboard, and its bars are those of SystemBars', () => {
  const { plugins } = JSON.parse(text('capacitor.config.json')) as { plugins: Record<string, Record<string, unknown>> }
  // On iOS the keyboard resizes the web view. On Android SystemBars does this, and `resizeOnFullScreen` would resize it twice.
  expect(plugins.Keyboard).toEqual({ resize: 'native' })
  expect(plugins.SystemBars).toMatchObject({ insetsHandling: 'css' })
  expect(text('android/app/src/main/AndroidManifest.xml')).toContain('android:windowSoftInputMode="adjustResize"')
  // The status bar plugin would override colors that a person has chosen in the system settings.
  expect(text('package.json')).not.toContain('status-bar')
})
