-- One row per Pro key that was ever issued. Of its secret only the hash is kept.
create table pro_keys (
  id text not null primary key,
  label text not null,
  -- SHA-256 in hexadecimal digits
  secret_hash text not null,
  created_at bigint not null,
  -- null while the key may be used
  revoked_at bigint
);
