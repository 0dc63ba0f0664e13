const untrusted = 'no authority that this machine trusts has signed its certificate';

/** What the codes of Node.js and OpenSSL for a failed connection mean (nodejs.org/api/tls.html, X509 certificate error codes). */
const meanings: Partial<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet, by the clock of this machine',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  ERR_SSL_WRONG_VERSION_NUMBER: 'it speaks no TLS at this port',
};

/** Returns why a connection failed, for the operator: the code of Node.js or OpenSSL, and its meaning if that is about encryption. */
export function connectionReason(code: string): string {
  const meaning = meanings[code];
  return meaning === undefined ? code : `${meaning}: ${code}`;
}
