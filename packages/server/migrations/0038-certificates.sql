-- Certificates with which an account signs PDFs. Private keys are encrypted with a key of the operator.
create table certificates (
  account_id uuid not null references accounts on delete cascade,
  name text not null,
  signer text not null,
  subject text not null,
  issuer text not null,
  serial_number text not null,
  fingerprint text not null,
  key_type text not null,
  not_before timestamptz not null,
  not_after timestamptz not null,
  -- DER, from the certificate of the key upwards.
  chain bytea[] not null check (cardinality(chain) > 0),
  -- PKCS#8, encrypted with AES-256-GCM: nonce, tag, ciphertext.
  private_key bytea not null,
  created_at timestamptz not null default now(),
  primary key (account_id, name)
);
