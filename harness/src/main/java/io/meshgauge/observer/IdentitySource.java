package io.meshgauge.observer;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.meshgauge.identity.Passports;

/** Where the observer gets the credentials its clients show; part of a request to probe. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(value = HeldIdentities.class, name = "held"),
  @JsonSubTypes.Type(value = IstioIdentities.class, name = "istio")
})
public sealed interface IdentitySource permits HeldIdentities, IstioIdentities {

  /** The credentials, as they are needed; called by the observer. */
  Passports open();
}
