package org.attune.app;

import android.app.Activity;
import android.security.keystore.KeyGenParameterSpec;
import android.security.keystore.KeyPermanentlyInvalidatedException;
import android.security.keystore.KeyProperties;
import android.view.WindowManager;
import com.getcapacitor.JSObject;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;

/** Refuses screenshots and hides the screen in the list of recent apps while `protect` is true. */
@CapacitorPlugin(name = "AttunePrivacy")
public class PrivacyPlugin extends Plugin {

    @PluginMethod
    public void set(PluginCall call) {
        boolean on = Boolean.TRUE.equals(call.getBoolean("protect", true));
        Activity activity = getActivity();
        activity.runOnUiThread(() -> {
            protect(activity, on);
            call.resolve();
        });
    }

    static void protect(Activity activity, boolean on) {
        if (on) activity.getWindow().addFlags(WindowManager.LayoutParams.FLAG_SECURE);
        else activity.getWindow().clearFlags(WindowManager.LayoutParams.FLAG_SECURE);
    }

    /** Returns a value that changes when fingerprints or faces are added: Android then invalidates the key. */
    @PluginMethod
    public void enrollment(PluginCall call) {
        JSObject answer = new JSObject();
        try {
            answer.put("state", currentAlias());
        } catch (Exception none) {
            // The device has no fingerprint or face, so Android makes no such key.
        }
        call.resolve(answer);
    }

    private static final String PREFIX = "attune-enrollment-";
    private static final String STORE = "AndroidKeyStore";

    /** Returns the alias of the valid key, and makes a new key under a new alias if there is none. */
    private static String currentAlias() throws Exception {
        KeyStore store = KeyStore.getInstance(STORE);
        store.load(null);
        for (String alias : java.util.Collections.list(store.aliases())) {
            if (!alias.startsWith(PREFIX)) continue;
            if (isValid(store.getKey(alias, null))) return alias;
            store.deleteEntry(alias);
        }
        String alias = PREFIX + java.util.UUID.randomUUID();
        KeyGenerator generator = KeyGenerator.getInstance(KeyProperties.KEY_ALGORITHM_AES, STORE);
        generator.init(
            new KeyGenParameterSpec.Builder(alias, KeyProperties.PURPOSE_ENCRYPT)
                .setBlockModes(KeyProperties.BLOCK_MODE_CBC)
                .setEncryptionPaddings(KeyProperties.ENCRYPTION_PADDING_PKCS7)
                .setUserAuthenticationRequired(true)
                .setInvalidatedByBiometricEnrollment(true)
                .build()
        );
        generator.generateKey();
        return alias;
    }

    private static boolean isValid(Key key) throws GeneralSecurityException {
        try {
            Cipher.getInstance("AES/CBC/PKCS7Padding").init(Cipher.ENCRYPT_MODE, key);
            return true;
        } catch (KeyPermanentlyInvalidatedException changed) {
            return false;
        }
    }
}
