package io.meshgauge.observer;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.meshgauge.identity.CredentialIssuer;

/** Where the observer gets the credentials its clients show; part of a request to probe. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(value = CredentialStore.class, name = "held"),
  @JsonSubTypes.Type(value = IstioIdentities.class, name = "istio")
})
public sealed interface IdentitySource permits CredentialStore, IstioIdentities {

  /** The credentials, as they are needed; called by the observer. */
  CredentialIssuer open();
}
